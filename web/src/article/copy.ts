import { html } from '../kinds/dom';

/** A button in the corner of every block of code that copies it. */
export function addCopyButtons(root: ParentNode = document): void {
  for (const block of root.querySelectorAll('pre')) {
    const code = block.querySelector('code');
    if (!code) continue;
    const button = html('button', { type: 'button', class: 'copy' }, 'Copy');
    button.addEventListener('click', () => void copy(code, button));
    block.append(button);
  }
}

async function copy(code: Element, button: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // The clipboard is refused: the code is selected, ready for the reader's own way to copy.
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
