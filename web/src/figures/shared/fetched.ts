/**
 * What a module holds, fetched when it is first asked for; again after it could not be had. A browser answers an `import()` of what is there
 * already in tasks of its own, before which it may lay out and paint.
 */
export function fetched<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () => {
    coming ??= load().then(
      (module) => module.default,
      (error) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
}
