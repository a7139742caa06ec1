/** `?fig=model-points` shows one model figure, nothing all of them; further entries are its attributes. */
import '../../../web/src/element/shell/index';
import { figures } from './registry';

const wanted = new URLSearchParams(location.search);
const main = document.querySelector('main') as HTMLElement;
for (const id of Object.keys(figures)) {
  if (wanted.has('fig') && wanted.get('fig') !== id) continue;
  const figure = document.createElement('attn-figure');
  for (const [name, value] of wanted) figure.setAttribute(name, value);
  figure.setAttribute('fig', id);
  main.append(figure);
}
