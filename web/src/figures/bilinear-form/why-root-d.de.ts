import { say } from '../declare';
import { inGerman } from '../shared/in-german';
import { inWords, type Words } from './why-root-d';

const words: Words = {
  title: 'Was das Teilen durch √d am Leben hält',
  claim:
    'Ohne √d zieht einer von 16 Keys fast das ganze Gewicht auf sich, wenn d wächst, und die Gewichte antworten kaum noch auf einen Anstoß.',
  components: 'Komponenten',
  componentsAbout:
    'Aus wie vielen Zahlen eine Query und ein Key bestehen; jede ist aus einer Normalverteilung der Varianz 1 gezogen.',
  scores: 'Scores',
  scoresAbout: 'Ob die Scores durch √d geteilt werden, die Temperatur, die zu ihrer Streuung passt.',
  divided: 'durch √d geteilt',
  dividedSays:
    'Das größte von 16 Gewichten hat etwa ein Viertel des Ganzen, und die Spur der Jacobi-Matrix bleibt nahe 0,87, was auch immer d ist.',
  plain: 'd = 512, ungeteilt',
  plainSays:
    'Ein Key hat fast das ganze Gewicht, und die Gewichte antworten auf einen Anstoß der Scores nur etwa ein Zehntel so stark wie mit √d.',
  one: 'eine Komponente',
  oneSays: 'Bei einer Komponente gibt es nichts zu teilen: beide Kurven beginnen im selben Punkt.',
  describe: (d, scaled, largest, draws, trace) =>
    say`Mit ${d} ${d === '1' ? 'Komponente' : 'Komponenten'} und ${scaled ? 'durch √d geteilten' : 'ungeteilten'} Scores ist das größte von 16 Gewichten im Mittel über ${draws} Ziehungen ${largest} und die Spur der Jacobi-Matrix ${trace}.`,
  columns: ['Komponenten d', 'Spur, ungeteilte Scores', 'Spur, Scores durch sqrt(d)', 'Varianz von q k / d'],
  a: (largest) => `${largest} für das größte von 16`,
  J: (trace) => `Spur ${trace}`,
  check: 'die Varianz von q·k ist d, ab d = 16, bei 200 Ziehungen bis auf ein Fünftel',
  keysAxis: '16 Keys, vom größten Gewicht abwärts',
  weightAxis: 'Gewicht, Mittel der Ziehungen',
  keys: '16 Keys, der größte zuerst',
  componentsAxis: 'Komponenten d',
  traceAxis: 'Spur der Jacobi-Matrix von Softmax',
};

export default inGerman(inWords(words));
