"""Which fields of the data of a map JavaScript reads, and which Python writes."""

WATCHED = """
function watched(value, path = "", read = new Set()) {
  if (Array.isArray(value)) return value.map((one) => watched(one, `${path}[]`, read));
  if (value === null || typeof value !== "object") return value;
  const inside = Object.entries(value).map(
    ([name, one]) => [name, watched(one, `${path}.${name}`, read)]);
  return new Proxy(Object.fromEntries(inside), {
    get(own, name) {
      const field = `${path}.${String(name)}`;
      if (!Object.hasOwn(own, name)) throw new Error(`${field} is read and not written`);
      read.add(field);
      return own[name];
    },
  });
}
"""
"""A function in JavaScript: data that add the path of each field that is read to a set.

A field that is not there raises an error."""


def written(data: object, path: str = "") -> set[str]:
    """The path of each field of data from JSON, as ``watched`` names it."""
    if isinstance(data, list):
        return {found for one in data for found in written(one, f"{path}[]")}
    if not isinstance(data, dict):
        return set()
    inside = (written(one, f"{path}.{name}") for name, one in data.items())
    return {f"{path}.{name}" for name in data}.union(*inside)
