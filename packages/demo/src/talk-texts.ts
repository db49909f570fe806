/** Conversations in the channels of the demo school: what a teacher begins with, and what others answer. */
export interface TalkText {
  /** By who looks after the channel; `{day}` is a weekday to come, `{subject}` what they teach. */
  begins: string;
  /** By other members, in this order; where only teachers write, nobody answers. */
  answers: readonly string[];
}

export const CLASS_TALK: readonly TalkText[] = [
  {
    begins: 'Denkt bitte an die Unterschriften bis {day}.',
    answers: ['Liegt schon in der Mappe 👍', 'Meine bringe ich morgen mit.'],
  },
  {
    begins: 'Am {day} treffen wir uns um 7:55 Uhr am Haupteingang, nicht im Klassenraum.',
    answers: ['Mit Rucksack oder ohne?', 'Mit, wir kommen vor der 5. Stunde nicht zurück.'],
  },
  {
    begins: 'Wer übernimmt diese Woche den Tafeldienst?',
    answers: ['Ich und Mina!', 'Ich kann am Donnerstag und Freitag.'],
  },
  {
    begins: 'Die Klassenarbeit in {subject} ist am {day}. Was dran kommt, steht im Heft auf der letzten Seite.',
    answers: ['Darf man den Taschenrechner benutzen?', 'Gibt es vorher noch eine Fragestunde?', 'Danke!'],
  },
  { begins: 'Im Klassenraum ist eine blaue Trinkflasche liegen geblieben.', answers: ['Das ist meine, danke!'] },
  {
    begins: 'Bitte die Turnbeutel nicht auf dem Flur stehen lassen, dort wird am {day} gestrichen.',
    answers: ['Ok', 'Meiner hängt am Haken.'],
  },
  {
    begins: 'Für das Klassenfest fehlen noch zwei Salate und etwas zu trinken. Wer bringt was mit?',
    answers: ['Ich bringe Nudelsalat.', 'Apfelschorle, drei Flaschen.', 'Wir machen Muffins 🧁'],
  },
  {
    begins: 'Das Ergebnis der Abstimmung: Wir fahren ins Planetarium.',
    answers: ['Juhu!', 'Wie lange dauert die Führung?', 'Eine Stunde, danach ist noch Zeit für die Ausstellung.'],
  },
  {
    begins: 'Wer hat noch ein Buch aus der Klassenbücherei zu Hause? Bitte bis {day} zurückbringen.',
    answers: ['Ich habe zwei, bringe sie mit.'],
  },
  {
    begins: 'Gut gemacht heute bei der Vorstellung! Ich war richtig stolz auf euch.',
    answers: ['Danke!! 🎉', 'Hat Spaß gemacht.'],
  },
];

export const COURSE_TALK: readonly TalkText[] = [
  {
    begins: 'Bis {day} bitte die Aufgaben 3 und 4 fertig machen.',
    answers: ['Auch Teil c?', 'Ja, Teil c ist der interessante.', 'Danke'],
  },
  { begins: 'Am {day} brauchen wir Zirkel und Geodreieck.', answers: ['👍'] },
  {
    begins: 'Die Gruppen für das Projekt stehen. Schaut bitte nach, mit wem ihr arbeitet.',
    answers: ['Können wir noch tauschen?', 'Nur wenn beide Gruppen einverstanden sind.'],
  },
  { begins: 'Der Test ist auf {day} verschoben.', answers: ['Gott sei Dank', 'Gilt das für alle?'] },
  { begins: 'Wer am {day} nicht da ist, lässt sich bitte das Blatt von der Nachbarin geben.', answers: ['Mache ich.'] },
];

export const PARENT_TALK: readonly TalkText[] = [
  { begins: 'Liebe Eltern, der Elternabend ist am {day} um 19:30 Uhr im Klassenraum.', answers: [] },
  {
    begins: 'Liebe Eltern, bitte denken Sie an das Geld für den Ausflug. Bar im Umschlag mit Namen genügt.',
    answers: [],
  },
  {
    begins: 'Liebe Eltern, am {day} endet der Unterricht nach der 5. Stunde. Die Betreuung ist wie immer geöffnet.',
    answers: [],
  },
  { begins: 'Liebe Eltern, in der Fundkiste liegen drei Jacken und sehr viele einzelne Handschuhe.', answers: [] },
];

export const STAFF_TALK: readonly TalkText[] = [
  {
    begins: 'Am {day} ist der Kopierer im ersten Stock außer Betrieb.',
    answers: ['Danke für die Warnung.', 'Der im Lehrerzimmer geht?', 'Ja.'],
  },
  {
    begins: 'Wer kann am {day} in der 2. Pause eine Aufsicht übernehmen?',
    answers: ['Ich kann.', 'Sonst springe ich ein.'],
  },
  {
    begins: 'Die Noten bitte bis {day} eintragen.',
    answers: ['Erledigt.', 'Mir fehlt noch eine Arbeit, ich melde mich.'],
  },
  {
    begins: 'Im Lehrerzimmer steht Kuchen. Anlass: Geburtstag!',
    answers: ['Alles Gute! 🎂', 'Herzlichen Glückwunsch!'],
  },
  { begins: 'Die Konferenz am {day} beginnt erst um 15 Uhr.', answers: ['Sehr gut, danke.'] },
];
