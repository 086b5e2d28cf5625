// Two circles under a Gaussian kernel whose gamma a slider chooses. Everything was solved when the
// page was made; here components are evaluated between the samples, and drawn.
"use strict";

const gammaSlider = {
  COLORS: ["#0072B2", "#D55E00"],
  GRID: 48,
  MARGIN: { left: 62, right: 12, top: 12, bottom: 50 },

  // k(t, x_i) for all samples.
  kernel(points, gamma, t) {
    return points.map(([x, y]) => Math.exp(-gamma * ((t[0] - x) ** 2 + (t[1] - y) ** 2)));
  },

  // The components at a point, and the share of its squared distance from the mean that the first
  // 1, 2, ... of them hold. Coefficients z/mu add up to 0, so that only the means of the rows are left.
  place(values, step, t) {
    const k = this.kernel(values.points, step.gamma, t), n = k.length;
    const components = step.mu.map((mu, l) => (
      k.reduce((sum, value, i) => sum + (step.scores[i][l] / mu) * (value - step.means[i]), 0)
    ));
    const length = 1 - 2 * k.reduce((sum, value) => sum + value, 0) / n + step.mean;
    let held = 0;
    const kept = components.map((value) => {
      held += value ** 2;
      return length > 1e-12 ? Math.min(1, held / length) : 1;
    });
    return { components, kept };
  },

  // Means of the rows of the Gram matrix, once for each gamma that is looked at.
  prepare(values, step) {
    if (step.means) return;
    step.means = values.points.map((point) => {
      const k = this.kernel(values.points, step.gamma, point);
      return k.reduce((sum, value) => sum + value, 0) / k.length;
    });
    step.mean = step.means.reduce((sum, value) => sum + value, 0) / step.means.length;
  },

  // Three digits, and never an exponent.
  digits(gamma) {
    return gamma < 1000 ? gamma.toPrecision(3) : gamma.toFixed(0);
  },

  // What a screen reader hears, and everybody reads.
  words(values, step) {
    const n = values.points.length, most = Math.max(...step.apart), best = step.apart.indexOf(most);
    const share = `${(100 * step.shares[best]).toFixed(1)} % of the variance`;
    return `With γ = ${this.digits(step.gamma)}, ` + (most === n
      ? `component ${best + 1} tells the circles apart. It holds ${share}.`
      : `no component from 1 to ${step.apart.length} tells the circles apart: a cut across the best one, `
        + `component ${best + 1}, has ${most} of ${n} points on the correct side.`);
  },
};

class GammaPanel {
  constructor(canvas, xLabel, yLabel) {
    Object.assign(this, { canvas, xLabel, yLabel });
    const scale = window.devicePixelRatio || 1;
    this.size = 320;
    canvas.width = canvas.height = this.size * scale;
    this.context = canvas.getContext("2d");
    this.context.scale(scale, scale);
  }

  begin(xs, ys) {
    const { left, right, top, bottom } = gammaSlider.MARGIN, wide = this.size - left - right, high = this.size - top - bottom;
    const [x0, x1] = xs, [y0, y1] = ys;
    this.xs = xs;
    this.ys = ys;
    this.x = (value) => left + (wide * (value - x0)) / (x1 - x0);
    this.y = (value) => top + high - (high * (value - y0)) / (y1 - y0);
    this.context.fillStyle = "#fff";
    this.context.fillRect(0, 0, this.size, this.size);
  }

  // Colored squares of a function on the plane, from -1 to 1 or from 0 to 1, in steps like level lines.
  field(at, colors) {
    const n = gammaSlider.GRID, [x0, x1] = this.xs, [y0, y1] = this.ys;
    // Edges at whole pixels: squares that overlap or are apart would show as lines.
    const across = Array.from({ length: n + 1 }, (_, i) => Math.round(this.x(x0 + ((x1 - x0) * i) / n)));
    const up = Array.from({ length: n + 1 }, (_, j) => Math.round(this.y(y0 + ((y1 - y0) * j) / n)));
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) {
        const value = at(i, j);
        const step = Math.round(8 * Math.abs(value)) / 8;
        this.context.fillStyle = colors[value < 0 ? 1 : 0];
        this.context.globalAlpha = 0.55 * step;
        this.context.fillRect(across[i], up[j + 1], across[i + 1] - across[i], up[j] - up[j + 1]);
      }
    }
    this.context.globalAlpha = 1;
  }

  points(places, classes) {
    places.forEach(([x, y], i) => {
      this.context.fillStyle = gammaSlider.COLORS[classes[i]];
      this.context.strokeStyle = "#fff";
      this.context.beginPath();
      // Circles and squares, so that the classes differ without their colors.
      if (classes[i] === 0) this.context.arc(this.x(x), this.y(y), 4, 0, 2 * Math.PI);
      else this.context.rect(this.x(x) - 3.5, this.y(y) - 3.5, 7, 7);
      this.context.fill();
      this.context.stroke();
    });
  }

  bars(shares) {
    const width = this.x(1) - this.x(0);
    this.context.fillStyle = "#555";
    shares.forEach((share, l) => {
      this.context.fillRect(this.x(l + 0.6), this.y(share), 0.8 * width, this.y(0) - this.y(share));
    });
  }

  axes(xTicks, yTicks) {
    const { context } = this, [x0] = this.xs, [y0] = this.ys;
    context.fillStyle = context.strokeStyle = "#222";
    context.font = "18px sans-serif";
    context.strokeRect(this.x(x0), this.y(this.ys[1]), this.x(this.xs[1]) - this.x(x0), this.y(y0) - this.y(this.ys[1]));
    context.textAlign = "center";
    for (const tick of xTicks) context.fillText(String(tick), this.x(tick), this.y(y0) + 20);
    context.fillText(this.xLabel, (this.x(x0) + this.x(this.xs[1])) / 2, this.size - 6);
    context.textAlign = "right";
    for (const tick of yTicks) context.fillText(String(tick), this.x(x0) - 5, this.y(tick) + 6);
    context.save();
    context.translate(16, (this.y(y0) + this.y(this.ys[1])) / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(this.yLabel, 0, 0);
    context.restore();
  }
}

function gammaFigure() {
  const figure = document.getElementById("gamma-figure"), stored = document.getElementById("gamma-values");
  if (!figure || !stored) return;
  const values = JSON.parse(stored.textContent);
  const slider = figure.querySelector("input"), select = figure.querySelector("select"), status = figure.querySelector("[role=status]");
  const canvases = Object.fromEntries([...figure.querySelectorAll("canvas")].map((one) => [one.dataset.panel, one]));
  const panels = {
    plane: new GammaPanel(canvases.plane, "x₁", "x₂"),
    map: new GammaPanel(canvases.map),
    shares: new GammaPanel(canvases.shares, "component", "share of the variance"),
    kept: new GammaPanel(canvases.kept, "x₁", "x₂"),
  };
  const around = 1.25 * Math.max(...values.points.flat().map(Math.abs)), plane = [-around, around], n = gammaSlider.GRID;
  const middle = (i) => -around + (2 * around * (i + 0.5)) / n;

  function draw() {
    const step = values.steps[Number(slider.value)], k = Number(select.value) - 1;
    gammaSlider.prepare(values, step);
    const placed = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_unused, j) => (
      gammaSlider.place(values, step, [middle(i), middle(j)])
    )));
    const largest = Math.max(...step.scores.map((row) => Math.abs(row[k])));
    panels.plane.begin(plane, plane);
    panels.plane.field((i, j) => Math.max(-1, Math.min(1, placed[i][j].components[k] / largest)), ["#6600CC", "#009E73"]);
    panels.plane.points(values.points, values.classes);
    panels.plane.axes([-1, 0, 1], [-1, 0, 1]);
    const pair = [k, k ? 0 : 1], Z = step.scores.map((row) => pair.map((l) => row[l]));
    [panels.map.xLabel, panels.map.yLabel] = pair.map((l) => `component ${l + 1}`);
    const reach = 1.1 * Math.max(...Z.flat().map(Math.abs)), nice = Number((reach / 2).toPrecision(1));
    panels.map.begin([-reach, reach], [-reach, reach]);
    panels.map.points(Z, values.classes);
    panels.map.axes([-nice, 0, nice], [-nice, 0, nice]);
    panels.shares.begin([0, 10.8], [0, 1]);
    panels.shares.bars(step.shares);
    panels.shares.axes([1, 5, 10], [0, 0.5, 1]);
    panels.kept.begin(plane, plane);
    panels.kept.field((i, j) => placed[i][j].kept[k], ["#333"]);
    panels.kept.points(values.points, values.classes);
    panels.kept.axes([-1, 0, 1], [-1, 0, 1]);
    const words = gammaSlider.words(values, step);
    status.textContent = words;
    slider.setAttribute("aria-valuetext", `γ = ${gammaSlider.digits(step.gamma)}`);
    figure.querySelector("[data-words=plane]").textContent = `component ${k + 1} on the plane`;
    figure.querySelector("[data-words=kept]").textContent = k ? `kept by components 1 to ${k + 1}` : "kept by component 1";
  }

  function nearest(gamma) {
    const away = values.steps.map((step) => Math.abs(Math.log(step.gamma / gamma)));
    return away.indexOf(Math.min(...away));
  }
  slider.max = String(values.steps.length - 1);
  slider.value = String(nearest(4));
  slider.addEventListener("input", draw);
  select.addEventListener("change", draw);
  for (const button of figure.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      slider.value = String(nearest(button.value === "median" ? values.median : Number(button.value)));
      draw();
    });
  }
  figure.hidden = false;
  draw();
}

document.addEventListener("DOMContentLoaded", gammaFigure);
