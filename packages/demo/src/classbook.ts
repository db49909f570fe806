/** What the class books of the demo tell of a lesson: by subject, for others the last. */
interface DemoTopic {
  readonly subject: string | null;
  readonly topic: string;
  readonly homework: string;
}

export const DEMO_TOPICS: readonly DemoTopic[] = [
  { subject: 'M', topic: 'Quadratische Gleichungen: die Lösungsformel', homework: 'Seite 48, Nummer 3 und 4' },
  { subject: 'D', topic: 'Argumente ordnen: Einleitung und Schluss', homework: 'Eine Einleitung schreiben' },
  { subject: 'E', topic: 'Reported speech in Interviews', homework: 'Workbook, Seite 31' },
  { subject: 'BI', topic: 'Wie Zellen sich teilen', homework: 'Abbildung 2 beschriften' },
  { subject: 'GE', topic: 'Die Stadt im Mittelalter', homework: 'Quelle lesen und drei Fragen notieren' },
  { subject: null, topic: 'Wiederholung und Übung', homework: 'Heft vollständig mitbringen' },
];

/** Notices about single pupils; none says more than a teacher would write where parents read it. */
export const DEMO_NOTICES: readonly {
  readonly category: 'praise' | 'material' | 'homework';
  readonly message: string;
}[] = [
  { category: 'praise', message: 'Hat den anderen geduldig geholfen.' },
  { category: 'material', message: 'Das Geodreieck fehlte.' },
  { category: 'homework', message: 'Die Hausaufgaben werden bis Freitag nachgereicht.' },
];

/** Absences of pupils of the demo's class, by day from today on: what families wrote, invented, and never a diagnosis. */
export const DEMO_ABSENCES: readonly {
  readonly type: 'sick' | 'doctor' | 'asked' | 'reported';
  /** Days from today, and for how many days. */
  readonly from: number;
  readonly days: number;
  readonly source: 'parent' | 'pupil' | 'school';
  readonly note: string | null;
}[] = [
  { type: 'sick', from: 0, days: 1, source: 'parent', note: 'Kommt voraussichtlich morgen wieder.' },
  { type: 'reported', from: 0, days: 1, source: 'pupil', note: null },
  { type: 'asked', from: 6, days: 2, source: 'parent', note: 'Familienfeier in einer anderen Stadt.' },
  { type: 'doctor', from: -3, days: 1, source: 'parent', note: null },
  { type: 'sick', from: -8, days: 3, source: 'school', note: null },
];
