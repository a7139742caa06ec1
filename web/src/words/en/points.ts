/** Points have a name of the figure's in the singular: “key”. */
export const points = {
  point: (name: string, n: number, of: number, x: string, y: string) =>
    of > 1 ? `${name} ${n} of ${of}: ${x}, ${y}` : `${name}: ${x}, ${y}`,
  count: (n: number, name: string) => `${n} ${n === 1 ? name : `${name}s`}`,
  which: (label: string, name: string) => `${label}: which ${name}`,
  coordinate: (axis: string, name: string) => `${axis} of the ${name}`,
  more: (name: string) => `one more ${name}`,
  remove: (name: string) => `take this ${name} away`,
  wrongCount: (n: number, expected: string | number) => `there are ${n} points, expected ${expected}`,
  notTwo: 'a point has two coordinates',
  outside: (x: string, y: string) => `a point is outside x ${x}, y ${y}`,
};
