/**
 * `attention-explorables/react`: `<attn-figure>` as a component, for React 19 and 18. It registers nothing: `defineAttnFigure`, or importing
 * `attention-explorables/define`, does.
 */
import {
  createElement,
  type DetailedHTMLProps,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { AttnFigure } from '../element/shell/attn-figure';
import type { Attributes } from '../element/shell/attributes';
import type { FigureEvents } from '../element/shell/events';

type Said = { readonly [Name in keyof Attributes]?: Attributes[Name] | undefined };
type Own = keyof Attributes | 'onError';

export interface AttnFigureProps extends Omit<HTMLAttributes<AttnFigure>, Own>, Said {
  readonly fig: string;
  /** What is shown, as text for a link; goes on from there when the reader moves the figure. */
  readonly value?: string | undefined;
  readonly onReady?: ((event: FigureEvents['figure-ready']) => void) | undefined;
  readonly onState?: ((event: FigureEvents['figure-state']) => void) | undefined;
  readonly onHighlight?: ((event: FigureEvents['figure-highlight']) => void) | undefined;
  readonly onError?: ((event: FigureEvents['figure-error']) => void) | undefined;
  /** The same as `stepRange`. */
  readonly 'step-range'?: string | undefined;
}

/** Hears an event of the element; the function may be another one at each rendering. */
function useHearing<Name extends keyof FigureEvents>(
  element: { readonly current: AttnFigure | null },
  name: Name,
  tell: ((event: FigureEvents[Name]) => void) | undefined,
): void {
  const last = useRef(tell);
  last.current = tell;
  useEffect(() => {
    const { current } = element;
    const hear = (event: FigureEvents[Name]): void => last.current?.(event);
    current?.addEventListener(name, hear as EventListener);
    return () => current?.removeEventListener(name, hear as EventListener);
  }, [element, name]);
}

/** A figure. Its children are shown until it is live, as a picture of it. The ref is the element, with all that it can do. */
export const Figure: ForwardRefExoticComponent<AttnFigureProps & RefAttributes<AttnFigure>> = forwardRef(
  function Figure(
    {
      'step-range': steps,
      stepRange = steps,
      className,
      onReady,
      onState,
      onHighlight,
      onError,
      ...rest
    }: AttnFigureProps,
    ref,
  ) {
    const element = useRef<AttnFigure>(null);
    useImperativeHandle(ref, () => element.current as AttnFigure);
    useEffect(() => {
      const late = setTimeout(() => {
        if (!customElements.get('attn-figure'))
          console.warn(
            '<Figure>: nothing defines attn-figure; call defineAttnFigure, or import attention-explorables/define',
          );
      }, 5000);
      return () => clearTimeout(late);
    }, []);
    useHearing(element, 'figure-ready', onReady);
    useHearing(element, 'figure-state', onState);
    useHearing(element, 'figure-highlight', onHighlight);
    useHearing(element, 'figure-error', onError);
    // As in HTML: React 18 knows no other names on an element of one's own.
    return createElement('attn-figure', { ...rest, class: className, 'step-range': stepRange, ref: element });
  },
);

/** The tag itself, in React 19, and in React 18 where its attributes suffice. */
type Tag = DetailedHTMLProps<HTMLAttributes<AttnFigure>, AttnFigure> & {
  readonly [Name in Exclude<keyof Attributes, 'stepRange'>]?: Attributes[Name] | undefined;
} & {
  readonly class?: string;
  readonly value?: string | undefined;
  readonly 'step-range'?: string | undefined;
} & {
  readonly [Name in keyof FigureEvents as `on${Name}`]?: (event: FigureEvents[Name]) => void;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attn-figure': Tag;
    }
  }
}
