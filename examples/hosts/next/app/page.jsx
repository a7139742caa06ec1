'use client';

import { Figure } from 'attention-explorables/react';
import './figures';

export default function Page() {
  return (
    <>
      <h1>Figures in Next</h1>
      <Figure fig="particles" state="v1.beta=20,t=30">
        Tokens are drawn together by layers of attention.
      </Figure>
      <Figure fig="two-stage" lock="seed,count">
        Two stages clean up noise.
      </Figure>
      <Figure fig="em-vs-sgd">A race of EM against gradient descent.</Figure>
    </>
  );
}
