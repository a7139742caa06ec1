"""Attention with PyTorch: its own scaled_dot_product_attention where there is one (from 2.0 on), else blocks of queries; with causal
masks keys after the block are left out. Measured with 1.13, in blocks of 128; other sizes have not been tried."""

import torch

BLOCK = 128


def prepare(params, inputs):
    n, d, causal = int(params["n"]), int(params["d"]), params["causal"] != 0
    q, k, v = (torch.from_numpy(inputs[name]).reshape(n, d) for name in "qkv")
    hidden = torch.full((BLOCK, BLOCK), float("-inf")).triu(1)
    fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)

    def by_blocks():
        out = torch.empty(n, d)
        for i in range(0, n, BLOCK):
            count = min(BLOCK, n - i)
            keys = i + count if causal else n
            s = torch.mm(q[i : i + count] * d**-0.5, k[:keys].T)
            if causal:
                s[:, i:] += hidden[:count, :count]
            torch.mm(torch.softmax(s, 1), v[:keys], out=out[i : i + count])
        return out.numpy()

    def at_once():
        return fused(q[None, None], k[None, None], v[None, None], is_causal=causal)[0, 0].numpy()

    return at_once if fused else by_blocks
