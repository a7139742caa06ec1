import type { AttnFigure } from '../element/shell/attn-figure';

/** Plays the figure of a page that asks for it, `data-plays`, once: when it is live and seen, unless somebody was faster. */
export function playHero(): void {
  const hero = document.querySelector<AttnFigure>('attn-figure[data-plays]');
  if (!hero) return;
  let touched = false;
  for (const type of ['pointerdown', 'keydown'])
    hero.addEventListener(type, () => (touched = true), { once: true });
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    // Of itself it does not move where motion is unwelcome.
    void hero.ready.then(() => touched || hero.play());
  });
  seen.observe(hero);
}
