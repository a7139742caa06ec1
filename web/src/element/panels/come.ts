import { Motion, type Moving } from './motion';
import { pin } from './pin';

/** What a card gets when a reader has come to it, by pointer or by focus. */
export function come(card: Moving & { readonly element: HTMLElement }): void {
  pin(card.element);
  card.motion ??= new Motion(card);
}
