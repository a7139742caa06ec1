import { describe, expect, test } from 'vitest';
import { readSettings, stateOf } from '../../../web/src/embed/settings';

describe('the address of an embed page', () => {
  test('names the figure, the frame and the one origin that is heard', () => {
    expect(readSettings('?fig=particles&id=first&origin=https://blog.example')).toEqual({
      fig: 'particles',
      id: 'first',
      origin: 'https://blog.example',
      attributes: {},
    });
  });

  test('hands on what the element itself reads, as it stands there, the first of several', () => {
    const { attributes } = readSettings(
      '?fig=particles&controls=&lock=beta,seed&lock=eta&step-range=10-30&motion=<b>&theme=dark&link=on&state=v1.&onclick=x',
    );
    expect(attributes).toEqual({
      controls: '',
      lock: 'beta,seed',
      'step-range': '10-30',
      motion: '<b>',
      theme: 'dark',
    });
  });

  test('gives a frame without an id the name of its figure', () => {
    expect(readSettings('?fig=particles').id).toBe('particles');
    expect(readSettings('?fig=particles&id=').id).toBe('particles');
  });

  test.each(['a b', '<b>', 'x'.repeat(65), '"', 'ä', 'a\u0000'])('takes no id like %j', (id) => {
    expect(readSettings(`?fig=particles&id=${encodeURIComponent(id)}`).id).toBe('particles');
    expect(readSettings(`?fig=${encodeURIComponent(id)}`).id).toBe('figure');
  });

  test.each(['https://blog.example', 'http://localhost:8080', 'https://[2001:db8::1]:444'])(
    'hears %s',
    (origin) => {
      expect(readSettings(`?fig=particles&origin=${encodeURIComponent(origin)}`).origin).toBe(origin);
    },
  );

  test.each([
    '*',
    'null',
    '',
    'https://',
    'https://*.example',
    'https://blog.example/',
    'https://blog.example/page',
    'https://blog.example:443',
    'https://BLOG.example',
    'https://user@blog.example',
    'https://blog.example?',
    'https://blog.example#',
    ' https://blog.example',
    'https://blog.example,https://other.example',
    'blog.example',
    '//blog.example',
    'file://',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:https://blog.example',
  ])('hears nobody, and speaks to nobody, for the origin %j', (origin) => {
    expect(readSettings(`?fig=particles&origin=${encodeURIComponent(origin)}`).origin).toBe('');
  });

  test('counts only the first of several origins', () => {
    expect(readSettings('?origin=https://a.example&origin=https://b.example').origin).toBe(
      'https://a.example',
    );
    expect(readSettings('?origin=*&origin=https://b.example').origin).toBe('');
  });
});

describe('the fragment', () => {
  test('is the state, decoded where it was encoded on the way', () => {
    expect(stateOf('#v1.beta=5,t=4', 'particles')).toBe('v1.beta=5,t=4');
    expect(stateOf('#v1.beta%3D5%2Ct%3D4', 'particles')).toBe('v1.beta=5,t=4');
    expect(stateOf('', 'particles')).toBe('');
  });

  test('may be that of an article: the entry of the figure counts', () => {
    const hash = '#before-after=v1.t=9&particles=v1.beta=5,t=4';
    expect(stateOf(hash, 'particles')).toBe('v1.beta=5,t=4');
    expect(stateOf(hash, 'before-after')).toBe('v1.t=9');
  });

  test('may have something of another site behind it, which is none of the state', () => {
    expect(stateOf('#?secret=AbC123', 'particles')).toBe('');
    expect(stateOf('#v1.beta=12,t=4?secret=AbC123', 'particles')).toBe('v1.beta=12,t=4');
    expect(stateOf('#particles=v1.beta=12?secret=a&b=c', 'particles')).toBe('v1.beta=12');
  });

  test('that cannot be decoded is taken as it stands', () => {
    expect(stateOf('#v1.beta=%E0%A4%A', 'particles')).toBe('v1.beta=%E0%A4%A');
  });
});
