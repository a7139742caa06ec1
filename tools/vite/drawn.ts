/** The posters that have been drawn, for the plugins that want them: each is drawn once in a build. */
import type { Author } from '../posters/desk.ts';
import type { Poster } from '../posters/render.ts';
import { coreTime, nodeSide } from './node-side.ts';
import { alias, repository, version } from './paths.ts';

type Render = typeof import('../posters/render.ts');

const script = `${repository}tools/posters/render.ts`;

function createDrawn() {
  let loaded: { readonly module: Render; readonly core: number } | undefined;
  let made = new Map<string, Promise<Poster>>();

  /** In development the module is another one after each edit below it, and the core may be too: then every poster is drawn anew. */
  async function render(): Promise<Render> {
    const module = await nodeSide.load<Render>(script);
    const core = coreTime();
    if (module !== loaded?.module || core !== loaded.core) made = new Map();
    loaded = { module, core };
    return module;
  }

  return {
    /** Of all figures that are registered. */
    ids: async (): Promise<readonly string[]> => (await render()).ids,

    async poster(id: string, state?: string, author: Author = {}): Promise<Poster> {
      const { renderPoster } = await render();
      const key = `${id} ${state ?? ''} ${JSON.stringify(author)}`;
      const old = made.get(key);
      if (old) return old;
      const fresh = renderPoster(id, state, { wasm: alias['#wasm'], version }, author);
      made.set(key, fresh);
      return fresh;
    },

    /** Those made so far, by id and state. */
    all: (): Promise<{ id: string; state: string | undefined; poster: Poster }[]> =>
      Promise.all(
        [...made].map(async ([key, poster]) => {
          const [id = '', state] = key.split(' ');
          return { id, state: state || undefined, poster: await poster };
        }),
      ),
  };
}

export const drawn = createDrawn();
