import type { Surface } from '../../../draw/surface';
import { around } from '../../shared/idioms';

/** The bar of a key’s score. Half of an orange is brown where it is dark: what does not stand out is pale, with an outline or without. */
export function keyBar(
  surface: Surface,
  box: readonly [x: number, y: number, width: number, height: number],
  state: 'lit' | 'outline' | 'pale',
): void {
  const style = { role: 'key', of: 'scores' } as const;
  surface.rect(...box, { ...style, opacity: state === 'lit' ? 1 : 0.15 });
  if (state === 'outline') surface.path(around(...box), style);
}
