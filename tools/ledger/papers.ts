/** The papers as they are called in full, for who cites them: README.md and `attn claims --report` say the same. */
export interface Paper {
  readonly title: string;
  /** Empty where our source does not name them. */
  readonly authors: string;
}

export const papers: Readonly<Record<string, Paper>> = {
  '000': {
    title: 'Gradient Dynamics of Attention: How Cross-Entropy Sculpts Bayesian Manifolds',
    authors: 'Naman Aggarwal, Siddhartha R. Dalal, Vishal Misra',
  },
  '001': {
    title: "Attention as Bilinear Form: A Physicist's Guide to Transformer Attention",
    authors: 'Baalateja Kataru',
  },
  '002': {
    title: 'Support Tokens, Stability Margins, and a New Foundation for Robust LLMs',
    authors: 'Deepak Agarwal, Dhyey Dharmendrakumar Mavani, Suyash Gupta, Karthik Sethuraman, Tejas Dharamsi',
  },
  '003': {
    title: 'Incremental Learning of Sparse Attention Patterns in Transformers',
    authors: 'Oğuz Kaan Yüksel, Rodrigo Alvarez Lucendo, Nicolas Flammarion',
  },
  '004': { title: 'Attention as In-Context Empirical Bayes, an article about arXiv:2605.29351', authors: '' },
};
