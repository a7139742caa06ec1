"""The snippets of docs/own-head.md, run on tiny models of PyTorch that are defined here, and their files read by `attn read`:

    python3 own_head.py own-head.md ATTN FOLDER

PyTorch before 2.0 has no scaled_dot_product_attention: a plain one stands in for it. safetensors is no package of Debian: its format is
written here. Ends with 77, and says why, where there is no PyTorch.
"""
import json
import math
import os
import re
import struct
import subprocess
import sys
import types

try:
    import numpy as np
    import torch
    import torch.nn.functional as F
except ImportError as error:
    print(f"skipped: {error}; python3-torch is not installed")
    sys.exit(77)

text, attn, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
text = os.path.abspath(text)
os.chdir(folder)
first, second = re.findall(r"```python\n(.*?)```", open(text, encoding="utf-8").read(), re.S)[:2]


def plain_attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], 1) for t in (k, v))
    scores = q @ k.transpose(-2, -1) * (scale or q.shape[-1] ** -0.5)
    if is_causal:
        scores = scores + torch.full(scores.shape[-2:], -math.inf).triu(1)
    if attn_mask is not None:
        hidden = attn_mask.dtype == torch.bool
        scores = scores.masked_fill(~attn_mask, -math.inf) if hidden else scores + attn_mask
    return torch.softmax(scores, -1) @ v


if not hasattr(F, "scaled_dot_product_attention"):
    F.scaled_dot_product_attention = plain_attention
else:
    print(f"PyTorch {torch.__version__} has an attention of its own")


def save_file(tensors, path, metadata=None):
    """What safetensors.torch.save_file writes."""
    header, data = {"__metadata__": metadata or {}}, b""
    for name, tensor in tensors.items():
        raw = tensor.numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    head = json.dumps(header).encode()
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(head)) + head + data)


sys.modules["safetensors"] = types.ModuleType("safetensors")
sys.modules["safetensors.torch"] = types.ModuleType("safetensors.torch")
sys.modules["safetensors.torch"].save_file = save_file


class Block(torch.nn.Module):
    """Attention with fewer heads of keys than of queries."""

    def __init__(self, width, heads, groups, scale, hides):
        super().__init__()
        self.hides = hides
        self.heads, self.groups, self.size, self.scale = heads, groups, width // heads, scale
        self.norm = torch.nn.LayerNorm(width)
        self.q_proj = torch.nn.Linear(width, width)
        self.k_proj = torch.nn.Linear(width, groups * self.size)
        self.v_proj = torch.nn.Linear(width, groups * self.size, bias=False)
        self.o_proj = torch.nn.Linear(width, width)
        self.shift = None  # added to what the heads say, for differences

    def forward(self, stream):
        self.x = self.norm(stream)
        batch, length, width = stream.shape

        def parts(values, heads):
            return values.view(batch, length, heads, self.size).transpose(1, 2)

        q, k, v = parts(self.q_proj(self.x), self.heads), parts(self.k_proj(self.x), self.groups), parts(self.v_proj(self.x), self.groups)
        said = F.scaled_dot_product_attention(q, k, v, **self.mask(length), scale=self.scale)
        if self.shift is not None:
            said = said + self.shift
        self.said = said
        return stream + self.o_proj(said.transpose(1, 2).reshape(batch, length, width))


    def mask(self, n):
        """The ways in which models say which keys are seen."""
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        window = later | torch.ones(n, n, dtype=torch.bool).tril(-4)
        return {
            "later": {"is_causal": True},
            "none": {},
            "window": {"attn_mask": ~window[None, None]},
            "least": {"attn_mask": torch.zeros(n, n).masked_fill(window, torch.finfo(torch.float32).min)},
        }[self.hides]


class Model(torch.nn.Module):
    def __init__(self, heads=4, groups=2, scale=None, letters=11, width=16, blocks=5, hides="later"):
        super().__init__()
        self.embed = torch.nn.Embedding(letters, width)
        self.blocks = torch.nn.ModuleList(Block(width, heads, groups, scale, hides) for _ in range(blocks))
        self.out = torch.nn.Linear(width, letters)

    def forward(self, input_ids, labels):
        stream = self.embed(input_ids)
        for block in self.blocks:
            stream = block(stream)
        logits = self.out(stream)[:, :-1]
        return types.SimpleNamespace(loss=F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels[:, 1:].reshape(-1)))


def near(what, a, b, within):
    error = float(np.max(np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))))
    # Written so that what is not a number fails.
    if not error <= within:
        sys.exit(f"{what} is off by {error}, expected at most {within}")
    print(f"{what}: {error:.1e}")


def output_of(q, k, v, scale, mask):
    scores = q @ k.T * scale
    if mask.dtype.kind == "U":
        scores += np.triu(np.full(scores.shape, -np.inf), 1) if mask == "causal" else 0
    else:
        scores += np.where(mask, 0, -np.inf) if mask.dtype == bool else mask
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True) @ v


def dials(path):
    answer = subprocess.run([attn, "read", path, "--json"], check=True, capture_output=True, text=True)
    return {dial["name"]: dial["value"] for dial in json.loads(answer.stdout)["dials"]}


of_hidden = {}
for seed, settings in enumerate(
    (
        {"groups": 4},
        {"groups": 2},
        {"groups": 1, "scale": 0.7, "heads": 8},
        {"hides": "none"},
        {"hides": "window"},
        {"hides": "least"},
    )
):
    torch.manual_seed(seed)
    head = 5 % settings.get("heads", 4)
    tokens = torch.randint(0, 11, (1, 9))
    model = Model(**settings)
    if seed == 1:  # as in a model of which most is frozen
        for weight in model.parameters():
            weight.requires_grad_(False)
    code = first.replace("layer, head, calls", "layer, _, calls")
    scope = {"model": model, "inputs": {"input_ids": tokens}, "head": head}
    exec(compile(code, "the first snippet", "exec"), scope)
    file = {name: value if name == "mask" else value.astype(float) for name, value in np.load("head.npz").items()}
    block = model.blocks[3]
    said = block.said[0, head].detach().numpy()
    near("output of the file's head", output_of(file["Q"], file["K"], file["V"], file["scale"], file["mask"]), said, 1e-6)
    # U is how the loss moves with what the head says.
    model.double()
    with torch.no_grad():
        for row, column in ((0, 0), (4, 1), (7, block.size - 1)):
            losses = []
            for sign in (1, -1):
                block.shift = torch.zeros(1, block.heads, 9, block.size, dtype=torch.double)
                block.shift[0, head, row, column] = sign * 1e-4
                losses.append(float(model(tokens, tokens).loss))
            near("U", file["U"][row, column], (losses[0] - losses[1]) / 2e-4, 1e-6)
    block.shift = None
    model.float()
    of_qkv = dials("head.npz")
    if settings.get("hides", "later") != "later":
        of_hidden[settings["hides"]] = of_qkv
        continue

    h, w, x = head, block.size, block.x.float()
    model(tokens, tokens)
    scope = {"torch": torch, "np": np, "h": h, "w": w, "x": block.x, **{name: getattr(block, name) for name in ("q_proj", "k_proj", "v_proj", "o_proj")}}
    exec(compile(second, "the second snippet", "exec"), scope)
    of_weights = dials("head.safetensors")
    # The snippet's other way to write it.
    np.savez("weights.npz", mask="causal", **{name: t.numpy() for name, t in scope["parts"].items()})
    if dials("weights.npz") != of_weights:
        sys.exit("the .npz and the .safetensors of one head have other dials")
    if settings.get("scale") is None:
        for name in ("effective_tokens", "top_weight", "lag_1", "distance_share"):
            near(f"{name} of both forms", of_qkv[name], of_weights[name], 1e-5)
    if "routed_error" not in of_qkv or "rho_whole" not in of_weights:
        sys.exit("U or W_O is not in the file")
# Hidden by a bit or by the least number of floats, a key is hidden; and the two models differ in their weights alone.
if not of_hidden["window"]["effective_tokens"] < 4.5 < of_hidden["none"]["effective_tokens"]:
    sys.exit("a mask of the model is not in the file")
if not abs(of_hidden["least"]["relative_entropy"] - of_hidden["window"]["relative_entropy"]) < 0.1:
    sys.exit("a mask of the least floats does not hide")
print("own_head.py: all as it should be")
