references = np.stack(laws[1:]) if reference == "best" else truncated_laws(a, x)
table = []
for t, (v, q) in enumerate(run):
    if t > step:
        break
    if t % 5:
        continue
    p = model(x, v, q)
    table.append([t, *(references * (np.log(references) - np.log(p))).sum(axis=2).mean(axis=1)])

columns = ["step"] + [f"KL of the predictor of {i} (nats)" for i in (1, 2, 3)]
rows = table
