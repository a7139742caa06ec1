/** `attention-explorables/vue`: for Vue 3, the type of `<attn-figure>` in templates, and what tells its compiler that the tag is an element. */
import type { DefineComponent } from 'vue';
import type { Attributes } from '../element/shell/attributes';
import type { FigureEvents } from '../element/shell/events';

/** For `template.compilerOptions` of Vue's plugin. */
export const isCustomElement = (tag: string): boolean => tag === 'attn-figure';

type Heard = {
  readonly [Name in keyof FigureEvents as `on${Capitalize<Camel<Name>>}`]?: (
    event: FigureEvents[Name],
  ) => void;
};
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Rest>}`
  : Name;

declare module 'vue' {
  interface GlobalComponents {
    'attn-figure': DefineComponent<Partial<Attributes> & { readonly value?: string } & Heard>;
  }
}
