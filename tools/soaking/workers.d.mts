import type { Page } from '@playwright/test';

export function endings(
  page: Page,
  origin: string,
  options: {
    readonly names: readonly string[];
    readonly seed: number;
    over(counts: { readonly ended: number }): boolean;
  },
): Promise<{ readonly ended: number; readonly compared: number; readonly found: readonly string[] }>;
