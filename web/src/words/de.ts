/** German: all that a card says by itself. */
import { messageOf } from './message';
import { plurals } from './plurals';
import type { Language } from './words';

const form = plurals('de');
const [point, comma] = ['en', 'de'].map(
  (language) =>
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
) as [string, string];

/** What the engine says of itself; what the core refuses is in its own words, which are English. */
function reason(error: unknown): string {
  const message = messageOf(error);
  if (!(error instanceof Error)) return message;
  if (error.name === 'EngineCrashed')
    return 'die Berechnung ist abgestürzt. Die nächste beginnt von vorn; wenn es wieder geschieht, hilft es, die Seite neu zu laden';
  if (error.name === 'EngineUnloaded')
    return `der Code, der rechnet, ließ sich nicht laden (${message.replace(/\.$/, '')}). Bitte die Verbindung prüfen und die Seite neu laden`;
  return message;
}

export const de: Language = {
  lang: 'de',
  number: (text) => text.replaceAll(point, comma),
  // Points and commas change places: “1.000” is a thousand, “2,5” is two and a half, and so is “2.5”.
  typed: (text) => text.replace(/[.,]/g, (sign) => (sign === comma ? point : comma)),
  reason,
  reach: (low, high) => `${low} bis ${high}`,

  starts: 'Diese Abbildung startet, sobald sie in Sicht kommt.',
  end: 'Ende der Abbildung',
  skip: 'Abbildung überspringen',
  again: 'Noch einmal versuchen',
  Loading: 'Wird geladen',
  Computing: 'Wird berechnet',
  trained: (steps, of) => `${steps} von ${of} Schritten trainiert`,
  checks: (bad, of) =>
    bad
      ? `${bad} von ${of} Prüfungen ${form(bad, 'schlägt', 'schlagen')} fehl`
      : `Prüfungen: ${of} von ${of}`,

  notLoaded: (figure, damaged, why) =>
    `${figure ? 'Diese Abbildung' : 'Das'} ließ sich nicht laden: ${damaged ? 'was kam, ist beschädigt, ' : ''}${why}.`,
  line: ' Wenn ein neuer Versuch nicht hilft, bitte die Verbindung prüfen und die Seite neu laden.',
  notComputed: (why) => `Das ließ sich nicht berechnen: ${why}.`,
  lastPicture: ' Das Bild ist das letzte, das gelang.',
  firstPicture: ' Das Bild zeigt, womit die Abbildung beginnt.',

  parameters: 'Parameter',
  more: (n) => `${n} ${form(n, 'weiterer', 'weitere')}`,
  fewer: 'Weniger',
  value: (label) => `${label}, Wert`,
  draw: 'neu ziehen',
  inPicture: (label) => `${label}, im Bild`,

  time: 'Zeit',
  play: 'Abspielen',
  pause: 'Anhalten',
  back: 'Schritt zurück',
  on: 'Schritt vor',
  loop: 'Wiederholen',
  speed: 'Tempo',
  of: (n) => `von ${n}`,
  computed: (n) => `, ${n} berechnet`,
  still: 'Bewegung ist hier reduziert: Schritte oder den Regler benutzen statt abzuspielen.',

  toTry: 'Ausprobieren',
  left: (preset) => `Das ist nicht mehr „${preset}“.`,

  tools: 'Werkzeuge',
  reset: 'Zurücksetzen',
  undo: 'Rückgängig',
  keep: 'Lauf behalten',
  letGo: 'Lauf verwerfen',
  copyLink: 'Link kopieren',
  copied: 'Link kopiert',
  embed: 'Einbetten',
  export: 'Exportieren',
  data: 'Daten',
  full: 'Vollbild',
  keyF: 'Taste F',
  explain: 'Erklären',

  refused: (why) => `Der Zustand im Link ${why}. Gezeigt werden die Ausgangswerte.`,
  tooLong: 'ist zu lang für diese Abbildung',
  noState: 'gehört nicht zu dieser Abbildung',
  otherVersion: 'stammt aus einer anderen Version dieser Abbildung',
  noParameter: (name) => `Diese Abbildung hat keinen Parameter „${name}“.`,
  twice: (name) => `Der Link nennt ${name} zweimal; gezeigt wird der erste Wert.`,
  noValue: (name) => `Der Link nennt keinen Wert für ${name}; es bleibt beim Ausgangswert.`,
  noStep: (text, name) => `„${text}“ ist keine Zahl: ${name} behält den Ausgangswert.`,
  keepsDefault: (name, problem) => `${name}: ${problem}. Es bleibt beim Ausgangswert.`,
  fixed: (name, value) => `${name} steht hier fest auf ${value}.`,
  cut: 'Das Ende dieses Links ist unterwegs verloren gegangen. Gezeigt wird, was davon übrig ist.',
  outside: (t, first, last, opens) =>
    `t = ${t} ist keiner der Schritte ${first} bis ${last}; gezeigt wird Schritt ${opens}.`,
  doubled: 'Der Link nennt diese Abbildung zweimal; gezeigt wird ihr erster Zustand.',
  noNumber: (text) => `„${text}“ ist keine Zahl`,
  outOfRange: (text, range) => `${text} liegt außerhalb von ${range}`,
  notWhole: (text) => `${text} ist keine ganze Zahl`,
  noneOf: (text, names) => `„${text}“ ist nicht dabei: möglich sind ${names}`,

  kept: {
    about: (note) => `Zum behaltenen Lauf: ${note}`,
    notComputed: (why) => `Der behaltene Lauf ließ sich nicht berechnen: ${why}`,
    name: (parameters, step) =>
      `Behalten, blass und gestrichelt: ${parameters || 'dieselben Parameter'}${step}.`,
  },
  wishes: {
    unknown: (attribute, names, known) => `${attribute} nennt „${names}“; diese Abbildung hat ${known}.`,
    motion: (text, known) =>
      `motion ist „${text}“, möglich sind ${known}; es bleibt bei dem, was im System eingestellt ist.`,
    steps: (text) =>
      `step-range ist „${text}“, erwartet werden zwei Schritte wie 10-30; gezeigt werden alle Schritte.`,
    tell: 'Zeigen, was die Abbildung sagt',
    hide: 'Verbergen, was die Abbildung sagt',
  },
  panels: {
    check: 'Prüfung',
    value: 'Wert',
    bound: 'Schranke',
    checks:
      'Residuen der Mathematik hinter diesem Bild, mit ihm berechnet. Jedes muss innerhalb seiner Schranke bleiben.',
    data: (title) => `Daten zu: ${title}`,
    measurement: 'diese Messung',
    more: (n, number) => `${number} weitere ${form(n, 'Zeile wird', 'Zeilen werden')} nicht gezeigt.`,
    underWay: (percent) => `In Arbeit, ${percent} %. Erneut drücken, um anzuhalten.`,
    stopped: 'Angehalten.',
    failed: (why) => `Das ist fehlgeschlagen: ${why}`,
    link: 'Link zu diesem Bild',
    without: 'Die eigene Datei ist nicht im Link. ',
    copied: 'Er ist kopiert: ',
    byHand: 'Der Browser hält die Zwischenablage geschlossen. Von Hand kopieren: ',
    exportAs: 'Exportieren als',
    kinds: {
      svg: 'Bild als SVG',
      png: 'Bild als PNG',
      csv: 'Tabelle als CSV',
      json: 'Alles als JSON',
      python: 'Python (NumPy)',
    },
    copyPicture: 'Bild kopieren',
    onClipboard: 'Das Bild liegt in der Zwischenablage, mit Titel und Bildunterschrift.',
    noClipboard: 'Der Browser lässt keine Bilder in die Zwischenablage.',
    asPng: 'Als PNG speichern',
    saveFilm: 'Film speichern',
    saved: (name) => `Gespeichert als ${name}.`,
    live: 'HTML, interaktiv',
    savedLive: (name, kilobytes, brought) =>
      `Gespeichert als ${name}, ${kilobytes} KB: Die Datei läuft ohne Netz und zeigt die Abbildung, wie sie jetzt ist${brought ? '; die eigene Datei ist nicht darin' : ''}.`,
    notCopied: (why) => `Das ließ sich nicht kopieren: ${why}.`,
    notSaved: (why) => `Das ließ sich nicht speichern: ${why}.`,
    notFilmed: (why) => `Das ließ sich nicht filmen: ${why}.`,
    notExported: (why) => `Das ließ sich nicht exportieren: ${why}.`,
  },
  files: {
    noCanvas: 'dieser Browser gibt keine Zeichenfläche für das Bild her',
    notEncoded: 'dieser Browser konnte das Bild nicht kodieren',
    sandboxed:
      'diese Seite steht in einem Rahmen, der keine Dateien speichern darf; die Abbildung allein öffnen',
    perhaps: (name) => `${name}, falls dieser Rahmen Dateien speichern darf`,
  },
  film: {
    making: 'Film entsteht ',
    cancel: 'Abbrechen',
    cancelled: 'Der Film wurde abgebrochen.',
    none: 'Dieser Browser kann keine Filme machen; unter „Exportieren“ gibt es das Bild.',
    saved: (name, seconds) => `Gespeichert als ${name}, ${seconds} ${form(seconds, 'Sekunde', 'Sekunden')}.`,
  },
  lecture: {
    previous: 'Voriges Beispiel',
    next: 'Nächstes Beispiel',
    leave: 'Vollbild verlassen',
  },
  embedding: {
    heading: 'Einbetten',
    close: 'Schließen',
    frame: 'Rahmen',
    frameAbout:
      'Die interaktive Abbildung, getrennt von der übrigen Seite. Das Skript gibt dem Rahmen die Höhe der Abbildung.',
    script: 'Skript',
    scriptAbout:
      'Die interaktive Abbildung als Element der Seite. Das Bild darin steht dort, bis die Abbildung da ist. Ohne seine Versionsnummer folgt attn-figure.js der neuesten.',
    picture: 'Bild',
    pictureHere: 'Die Abbildung ohne Skripte.',
    pictureAbout:
      'Die Abbildung ohne Skripte. Sie gehört in den Ordner der Seite: dort suchen sie dieser Code und der des Skripts.',
    link: 'Adresse',
    linkHere: 'Öffnet diese Seite bei der Abbildung.',
    linkAbout: 'Öffnet die Abbildung auf einer eigenen Seite.',
    asNow: 'All das zeigt die Abbildung so, wie sie jetzt ist.',
    without:
      'Die eigene Datei bleibt auf diesem Rechner: Nur das gespeicherte Bild zeigt sie, anderswo steht das Beispiel an ihrer Stelle.',
    kept: 'Nur eine Adresse dieser Seite hat den behaltenen Lauf.',
    own: 'Diese Adressen gehören zum eigenen Rechner: andere erreichen sie nicht.',
    colours: 'Farben',
    auto: 'wie das System',
    light: 'hell',
    dark: 'dunkel',
    free: 'Verändern lässt sich',
    ask: 'Eine Frage, die zuerst kommt',
    field: (name) => `${name}, zum Kopieren`,
    copy: 'Kopieren',
    copied: 'Kopiert.',
    byHand: 'Der Browser hält die Zwischenablage geschlossen. Der Text ist ausgewählt: von Hand kopieren.',
    policy: 'Eine Content-Security-Policy der Seite muss dies erlauben: ',
    manual:
      'Das Handbuch (auf Englisch) hat alles Weitere: Attribute, Nachrichten, Ereignisse, Farben und Policies.',
    saveLight: 'Helles Bild speichern',
    saveDark: 'Dunkles Bild speichern',
    saved: (name) => `Gespeichert als ${name}.`,
    notSaved: (why) => `Das ließ sich nicht speichern: ${why}.`,
  },
  rows: {
    unequal: 'die Zeilen sind nicht gleich lang',
    noNumber: 'einer der Einträge ist keine Zahl',
  },
  matrix: {
    cell: (row, column, value) => `Zeile ${row}, Spalte ${column}: ${value}`,
    entry: (n, value) => `Zahl ${n}: ${value}`,
    size: (rows, columns) => `${rows} mal ${columns}`,
    more: 'eine Zeile mehr',
    fewer: 'eine Zeile weniger',
    wrongSize: (rows, columns) => `es sind nicht ${rows} Zeilen zu je ${columns}`,
    outside: (range) => `ein Eintrag liegt außerhalb von ${range}`,
    notSymmetric: 'die Matrix ist nicht symmetrisch',
  },
  bits: {
    on: 'an',
    off: 'aus',
    cell: (row, column, state) => `Zeile ${row}, Spalte ${column}: ${state}`,
    count: (on, of) => `${on} von ${of} an`,
    paint: 'malen',
    noPattern: (text, rows, columns) => `„${text}“ ist kein Muster von ${rows} mal ${columns}`,
  },
  tokens: {
    token: (n, of, symbol) => `Token ${n} von ${of}: ${symbol}`,
    replace: (label) => `${label}: ersetzen durch`,
    more: 'ein Token mehr',
    fewer: 'ein Token weniger',
    wrongLength: (n, expected) => `es sind ${n} Token, erwartet werden ${expected}`,
    notWhole: (last) => `ein Token ist keine ganze Zahl von 0 bis ${last}`,
    noList: (text) => `„${text}“ ist keine Liste von Token`,
  },
  // The figure's name of a point has no gender here, and mostly no plural either: the words go without.
  points: {
    point: (name, n, of, x, y) => (of > 1 ? `${name} ${n} von ${of}: ${x}, ${y}` : `${name}: ${x}, ${y}`),
    count: (n, name) => `${n} × ${name}`,
    which: (label, name) => `${label}: ${name} auswählen`,
    coordinate: (axis, name) => `${name}, ${axis}`,
    more: (name) => `${name} hinzufügen`,
    remove: (name) => `${name} entfernen`,
    wrongCount: (n, expected) => `es sind ${n} Punkte, erwartet werden ${expected}`,
    notTwo: 'ein Punkt hat zwei Koordinaten',
    outside: (x, y) => `ein Punkt liegt außerhalb von x ${x}, y ${y}`,
  },
  text: {
    none: 'das ist kein Text',
    tooLong: (longest) => `das ist kein Text von höchstens ${longest} Zeichen`,
    quoted: (value) => `„${value}“`,
  },
  file: {
    open: 'Datei öffnen…',
    forget: 'Vergessen',
    mine: (names, size) => `${names}, ${size}. Das bleibt auf diesem Rechner.`,
    example: 'das Beispiel',
    isExample:
      'Das ist das Beispiel. Eine eigene Datei lässt sich hier ablegen: sie bleibt auf diesem Rechner.',
    gone: 'Jene Datei ist nicht mehr zur Hand: das ist das Beispiel.',
    strange: (name, endings) => `${name} endet anders als ${endings}.`,
    tooLarge: (size, most) => `Das sind ${size}, und eine Seite nimmt höchstens ${most}.`,
    notRead: 'Das ließ sich nicht als Datei lesen.',
    ours: 'das mitgelieferte',
    isOurs: 'Gelesen wird das mitgelieferte Modell.',
    isOf: (names) => `Gelesen wird das Modell von ${names}, das auf dieser Seite gelernt hat.`,
    takeOurs: 'Das mitgelieferte lesen',
    takeOf: (names) => `Das von ${names} lesen`,
    notInHand: 'diese Datei ist hier nicht zur Hand',
    none: (text) => `„${text}“ ist keine Datei`,
  },
};
