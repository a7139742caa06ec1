"""A step of the language model with PyTorch: its layers, differentiated by autograd with respect to all weights as one vector, which AdamW then
takes whole, in place. Its scaled_dot_product_attention where there is one (from version 2 on), else the matrix of all weights. Neither
torch.compile nor its own optimizer have been tried."""

import math

import torch
import torch.nn.functional as F

RATE, FIRST, SECOND, LEAST, DECAY = 1e-3, 0.9, 0.99, 1e-8, 0.01  # as adamW in model.mjs
EPSILON = 1e-5  # of the layer norms


def prepare(params, inputs):
    d, heads, blocks, length, batch, vocabulary = (
        int(params[name]) for name in ("d", "heads", "blocks", "length", "batch", "vocabulary")
    )
    block = [(d,), (d,), (d, 3 * d), (3 * d,), (d, d), (d,), (d,), (d,), (d, 4 * d), (4 * d,), (4 * d, d), (d,)]
    shapes = [(vocabulary, d), (length, d), *block * blocks, (d,), (d,), (d, vocabulary), (vocabulary,)]
    sizes = [math.prod(shape) for shape in shapes]
    text = torch.from_numpy(inputs["tokens"]).long().reshape(batch, length + 1)
    read, after = text[:, :-1].contiguous(), text[:, 1:].reshape(-1)
    start = torch.from_numpy(inputs["weights"])
    weights = start.clone().requires_grad_(True)
    mean, squares = torch.zeros_like(start), torch.zeros_like(start)
    hidden = torch.full((length, length), float("-inf")).triu(1)
    updates = 0

    def mix(q, k, v):
        if hasattr(F, "scaled_dot_product_attention"):
            return F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return torch.softmax(q @ k.mT / math.sqrt(d // heads) + hidden, -1) @ v

    def attend(x, w, b):
        qkv = torch.addmm(b, x, w).reshape(batch, length, 3, heads, d // heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        return mix(q, k, v).transpose(1, 2).reshape(-1, d)

    def loss_of(flat):
        # split, and not a slice for each: its way back is one concatenation.
        w = [part.reshape(shape) for part, shape in zip(flat.split(sizes), shapes)]
        x = (F.embedding(read, w[0]) + w[1]).reshape(-1, d)
        for first in range(2, 2 + 12 * blocks, 12):
            s1, b1, qkv, qkv_b, out, out_b, s2, b2, up, up_b, down, down_b = w[first : first + 12]
            heard = attend(F.layer_norm(x, (d,), s1, b1, EPSILON), qkv, qkv_b)
            x = x + torch.addmm(out_b, heard, out)
            wide = F.gelu(torch.addmm(up_b, F.layer_norm(x, (d,), s2, b2, EPSILON), up), approximate="tanh")
            x = x + torch.addmm(down_b, wide, down)
        scale, bias, head, head_b = w[-4:]
        return F.cross_entropy(torch.addmm(head_b, F.layer_norm(x, (d,), scale, bias, EPSILON), head), after)

    def run():
        nonlocal updates
        updates += 1
        with torch.no_grad():
            weights.copy_(start)
        with torch.enable_grad():
            loss = loss_of(weights)
            (gradient,) = torch.autograd.grad(loss, weights)
        with torch.no_grad():
            mean.lerp_(gradient, 1 - FIRST)
            squares.mul_(SECOND).addcmul_(gradient, gradient, value=1 - SECOND)
            root = squares.sqrt().mul_(1 / math.sqrt(1 - SECOND**updates)).add_(LEAST)
            weights.mul_(1 - RATE * DECAY).addcdiv_(mean, root, value=-RATE / (1 - FIRST**updates))
        return torch.cat([loss.detach().reshape(1), gradient, weights.detach()]).numpy()

    return run
