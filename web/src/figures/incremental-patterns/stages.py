table = []
for t, (v, q) in enumerate(run):
    if t > step:
        break
    if t % 5:
        continue
    p = model(x, v, q)
    excess = (law * (np.log(law) - np.log(p))).sum(axis=1).mean()
    mass = softmax(q).reshape(heads, GROUPS, -1).sum(axis=2)
    table.append([t, excess, *mass.ravel()])

columns = ["step", "excess (nats)"] + [f"head {k} on group {g}" for k in range(1, heads + 1) for g in (1, 2, 3)]
rows = table
