// A step of the minimal model in plain JavaScript: exponentials of votes are multiplied, as in the kernel, so contexts have none; what targets
// say is counted once. The loop over contexts is written out for the number of tables and classes, 1.4 times as fast as loops. Float32Array took
// 1.1 times as long, tables of other sizes 1.3 to 2 times.

/** The sum of log(1 + products) over contexts; shares of classes are added to the rows that they are products of. */
function passOf(tables, stride) {
  const each = (count, write, between = '') =>
    Array.from({ length: count }, (_, i) => write(i)).join(between);
  return new Function(
    'contexts',
    'codes',
    'factors',
    'sums',
    `let logs = 0;
    let product = 1;
    for (let n = 0; n < contexts; n++) {
      ${each(tables, (t) => `const r${t} = codes[n * ${tables} + ${t}];`)}
      ${each(stride, (c) => `const p${c} = ${each(tables, (t) => `factors[r${t} + ${c}]`, ' * ')};`)}
      const sum = 1 + ${each(stride / 4, (g) => `(p${4 * g} + p${4 * g + 1} + (p${4 * g + 2} + p${4 * g + 3}))`, ' + ')};
      product *= sum;
      if (product > 1e200) {
        logs += Math.log(product);
        product = 1;
      }
      const factor = 1 / sum;
      ${each(stride, (c) => `const e${c} = p${c} * factor; ${each(tables, (t) => `sums[r${t} + ${c}] += e${c};`)}`)}
    }
    return logs + Math.log(product);`,
  );
}

/** How many lags a table has, so that fewest rows are read and written. */
function lagsOfTable(contexts, d, lags) {
  const cost = (g) => Math.ceil(lags / g) * (2 * contexts + 4 * d ** g);
  let best = 1;
  for (let g = 2; g <= lags && d ** g <= 1024; g++) if (cost(g) < cost(best)) best = g;
  return best;
}

export function open({ contexts, d, lags, heads }, { tokens, targets, values, logits }) {
  const perTable = lagsOfTable(contexts, d, lags);
  const rows = d ** perTable;
  const tables = Math.ceil(lags / perTable);
  const classes = d - 1;
  const stride = Math.ceil(classes / 4) * 4;
  const lagsOf = (table) => Math.min(perTable, lags - table * perTable);
  const votes = new Float64Array(lags * d * stride);
  const dVotes = new Float64Array(lags * d * stride);
  const told = new Float64Array(lags * d * stride);
  const codes = new Int32Array(contexts * tables);
  for (let n = 0; n < contexts; n++) {
    for (let table = 0; table < tables; table++) {
      let row = 0;
      for (let lag = 0; lag < lagsOf(table); lag++) row = row * d + tokens[n * lags + table * perTable + lag];
      codes[n * tables + table] = (table * rows + row) * stride;
    }
    for (let i = 0; i < lags; i++) {
      const at = (i * d + tokens[n * lags + i]) * stride;
      for (let c = 0; c < classes; c++) told[at + c] += targets[n * d + c];
    }
  }
  const factors = new Float64Array(tables * rows * stride);
  const sums = new Float64Array(tables * rows * stride);
  const s = new Float64Array(heads * lags);
  const dS = new Float64Array(heads * lags);
  const out = new Float64Array(1 + heads * d * d + heads * lags);

  function vote() {
    for (let k = 0; k < heads; k++) {
      let sum = 0;
      for (let i = 0; i < lags; i++) sum += s[k * lags + i] = Math.exp(logits[k * lags + i]);
      for (let i = 0; i < lags; i++) s[k * lags + i] /= sum;
    }
    let agreement = 0;
    for (let i = 0; i < lags; i++) {
      for (let x = 0; x < d; x++) {
        const at = (i * d + x) * stride;
        for (let c = 0; c < classes; c++) {
          let sum = 0;
          for (let k = 0; k < heads; k++)
            sum += s[k * lags + i] * (values[(k * d + c) * d + x] - values[(k * d + classes) * d + x]);
          agreement += sum * told[at + c];
          votes[at + c] = Math.exp(sum);
        }
      }
    }
    return agreement;
  }

  function spread(table) {
    const to = table * rows * stride;
    const from = table * perTable * d * stride;
    let count = d;
    for (let j = 0; j < d * stride; j++) factors[to + j] = votes[from + j];
    for (let lag = 1; lag < lagsOf(table); lag++) {
      const other = from + lag * d * stride;
      for (let row = count - 1; row >= 0; row--) {
        for (let x = d - 1; x >= 0; x--) {
          const a = to + row * stride;
          const b = other + x * stride;
          const c = to + (row * d + x) * stride;
          for (let j = 0; j < stride; j++) factors[c + j] = factors[a + j] * votes[b + j];
        }
      }
      count *= d;
    }
  }

  function collect(table) {
    const at = table * rows * stride;
    let count = d ** lagsOf(table);
    const all = count;
    for (let lag = lagsOf(table) - 1; lag >= 0; lag--) {
      count /= d;
      const to = (table * perTable + lag) * d * stride;
      for (let row = 0; row < count; row++) {
        for (let j = 0; j < stride; j++) {
          let sum = 0;
          for (let x = 0; x < d; x++) {
            const number = sums[at + (row * d + x) * stride + j];
            dVotes[to + x * stride + j] += number;
            sum += number;
          }
          sums[at + row * stride + j] = sum;
        }
      }
    }
    sums.fill(0, at, at + all * stride);
  }

  const pass = passOf(tables, stride);

  function gradients() {
    for (let i = 0; i < lags; i++) {
      for (let x = 0; x < d; x++) {
        const at = (i * d + x) * stride;
        let rest = 0;
        for (let c = 0; c < classes; c++) {
          const g = (dVotes[at + c] - told[at + c]) / contexts;
          rest += g;
          for (let k = 0; k < heads; k++) {
            out[1 + (k * d + c) * d + x] += s[k * lags + i] * g;
            dS[k * lags + i] += values[(k * d + c) * d + x] * g;
          }
        }
        for (let k = 0; k < heads; k++) {
          out[1 + (k * d + classes) * d + x] -= s[k * lags + i] * rest;
          dS[k * lags + i] -= values[(k * d + classes) * d + x] * rest;
        }
      }
    }
    for (let k = 0; k < heads; k++) {
      let mean = 0;
      for (let i = 0; i < lags; i++) mean += s[k * lags + i] * dS[k * lags + i];
      for (let i = 0; i < lags; i++)
        out[1 + heads * d * d + k * lags + i] = s[k * lags + i] * (dS[k * lags + i] - mean);
    }
  }

  return {
    run() {
      const agreement = vote();
      for (let table = 0; table < tables; table++) spread(table);
      const logs = pass(contexts, codes, factors, sums);
      dVotes.fill(0);
      for (let table = 0; table < tables; table++) collect(table);
      out.fill(0);
      dS.fill(0);
      gradients();
      out[0] = (logs - agreement) / contexts;
    },
    output: () => Float32Array.from(out),
  };
}
