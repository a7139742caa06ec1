import type { Page } from '@playwright/test';

export function walk(
  page: Page,
  origin: string,
  options: {
    readonly names: readonly string[];
    readonly seed: number;
    over(rounds: number): boolean;
    readonly perRound?: number;
  },
): Promise<{ readonly acts: number; readonly rounds: number; readonly found: readonly string[] }>;
