"use strict";
/* Ellipses of the classes on a map, from their scores. Nothing here needs a page.

The one of the scores has the points x with (x - m)' S^-1 (x - m) at most the quantile of chi-square with two
degrees of freedom: 95 % of a normal distribution with the mean m and the covariance S of the class (Johnson and
Wichern, Applied Multivariate Statistical Analysis, 6th edition, result 4.7). The one of the mean has the means that
Hotelling's T² does not reject at 5 %: at most 2 (n - 1) / (n (n - 2)) times the quantile of F with 2 and n - 2
degrees of freedom (there, equation 5-18). With two components both quantiles are elementary functions. */

const OUTSIDE = 0.05;
/* Of fewer samples an ellipse says nothing. */
const FEWEST = 4;
const CORNERS = 72;

const KINDS = {
  scores: "Ellipse of the scores (solid): where about 95 % of a large class lie, and fewer of a small one, if its scores are normally distributed (χ²).",
  mean: "Ellipse of the mean (dashed): where the mean of a class is, with 95 % confidence (Hotelling's T²); it says nothing about single samples.",
};

/* The squared radius of an ellipse of n samples, in units of their covariance. */
function squared_radius(kind, n) {
  if (kind === "scores") return -2 * Math.log(OUTSIDE);
  return ((n - 1) / n) * (OUTSIDE ** (-2 / (n - 2)) - 1);
}

/* The mean and the covariance of points, with n - 1 in the denominator. */
function moments(x, y) {
  const n = x.length;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / n;
  const [a, b] = [mean(x), mean(y)];
  const covariance = (u, p, v, q) => u.reduce((sum, value, i) => sum + (value - p) * (v[i] - q), 0) / (n - 1);
  return { a, b, xx: covariance(x, a, x, a), xy: covariance(x, a, y, b), yy: covariance(y, b, y, b) };
}

/* The corners of an ellipse of points, closed; null if they are few or lie on a line. */
function ellipse(kind, x, y) {
  const n = x.length;
  if (n < FEWEST) return null;
  const { a, b, xx, xy, yy } = moments(x, y);
  const across = Math.sqrt(xx), slope = xy / across, rest = yy - slope * slope;
  if (!(xx > 0 && rest > 1e-12 * yy)) return null;
  const radius = Math.sqrt(squared_radius(kind, n));
  const turns = Array.from({ length: CORNERS + 1 }, (_, i) => (2 * Math.PI * i) / CORNERS);
  return {
    xs: turns.map((turn) => a + radius * across * Math.cos(turn)),
    ys: turns.map((turn) => b + radius * (slope * Math.cos(turn) + Math.sqrt(rest) * Math.sin(turn))),
  };
}

/* The ellipses of the training samples of each class that is shown; of all samples where there is one class. */
function ellipses(kind, { classes, class_of, is_new }, hidden, scores, axes) {
  if (axes.y === null || axes.x === axes.y) return [];
  return classes.flatMap(({ last }, at) => {
    if ((last && classes.length > 1) || hidden.has(at)) return [];
    const own = class_of.flatMap((c, i) => (c === at && !is_new[i] ? [i] : []));
    const outline = ellipse(kind, ...[axes.x, axes.y].map((l) => own.map((i) => scores[l][i])));
    return outline ? [{ at, ...outline }] : [];
  });
}
