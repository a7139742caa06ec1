import { expect, it } from 'vitest';
import { cropped } from '../../../tools/vite/covers';

const poster =
  '<svg xmlns="x" width="325" height="420" viewBox="0 0 325 420" role="img">\n<rect x="0" y="0" width="325" height="420" fill="#fff"/>\n<path d="M0 0"/></svg>';

it('cuts a part out of a poster, with ground below all of it', () => {
  const cover = cropped(poster, [-90, 30, 280]);
  expect(cover).toContain('<svg xmlns="x" width="280" height="180" viewBox="-90 30 280 180" role="img">');
  expect(cover).toContain('<rect x="-90" y="30" width="280" height="180" fill="#fff"/>');
  expect(cover).toContain('<path d="M0 0"/>');
});

it('refuses a picture that is none', () => {
  expect(() => cropped('<svg></svg>', [0, 0, 280])).toThrow('covers');
});
