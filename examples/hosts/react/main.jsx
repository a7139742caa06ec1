import { Figure } from 'attention-explorables/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './figures.js';

function Page() {
  const [step, setStep] = useState();
  return (
    <>
      <h1>Figures in React</h1>
      <Figure fig="particles" state="v1.beta=20,t=30" onState={({ detail }) => setStep(detail.t)}>
        Tokens are drawn together by layers of attention.
      </Figure>
      <p id="step">The first figure shows layer {step}.</p>
      <Figure fig="two-stage" lock="seed,count">
        Two stages clean up noise.
      </Figure>
      <attn-figure fig="em-vs-sgd">A race of EM against gradient descent.</attn-figure>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
