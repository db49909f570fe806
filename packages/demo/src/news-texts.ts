import type { PictureName } from './pictures.ts';

/** The date a number of days from now in words: `Freitag, 20. November`. */
export type DayWords = (days: number) => string;

export interface NewsText {
  /** Stays the same from day to day. */
  key: string;
  title: string;
  /** Paragraphs as HTML; `day(3)` is a date three days ahead. */
  paragraphs: (day: DayWords) => string[];
  daysAgo: number;
  picture: PictureName | null;
  /** Description of the picture; empty without one. */
  alt: string;
  is_public: boolean;
  is_pinned: boolean;
  is_official: boolean;
}

const plainItem = { picture: null, alt: '', is_public: false, is_pinned: false, is_official: false };

/** Events at the demo school all year round. */
export const NEWS_TEXTS: readonly NewsText[] = [
  {
    ...plainItem,
    key: 'theatre',
    title: 'Lampenfieber zeigt „Das Haus am Ende der Linie 7“',
    daysAgo: 1,
    picture: 'stage',
    alt: 'Bunte Scheinwerfer über einer Bühne, davor das Publikum',
    is_public: true,
    is_pinned: true,
    paragraphs: (day) => [
      'Nach fünf Monaten Proben ist es so weit: Die Theater-AG lädt zur Premiere ihres selbst geschriebenen Stücks ein. 23 Schülerinnen und Schüler aus den Jahrgängen 7 bis 10 haben Text, Bühne und Musik gemeinsam entwickelt.',
      `<strong>Premiere:</strong> ${day(6)}, 19 Uhr, Aula. <strong>Zweite Vorstellung:</strong> ${day(7)}, 17 Uhr. Einlass ist jeweils eine halbe Stunde vorher.`,
      'Karten gibt es in beiden großen Pausen vor der Aula. Der Eintritt ist frei, über eine Spende für neue Scheinwerfer freut sich das Ensemble.',
    ],
  },
  {
    ...plainItem,
    key: 'open-day',
    title: 'Tag der offenen Tür: Wir zeigen unsere Schule',
    daysAgo: 3,
    picture: 'laboratory',
    alt: 'Glaskolben und Reagenzgläser mit farbigen Flüssigkeiten',
    is_public: true,
    is_official: true,
    paragraphs: (day) => [
      `Am ${day(16)} öffnen wir von 10 bis 13 Uhr alle Türen. Wer im nächsten Schuljahr zu uns kommen möchte, kann Unterricht ausprobieren, experimentieren und die Lehrkräfte kennenlernen.`,
      'In den Laboren wird es bunt: Die Kurse aus Jahrgang 12 zeigen, warum Rotkohl die Farbe wechselt und wie man aus einer Kartoffel Strom gewinnt. Die Bücherei lädt zur Rallye ein, in der Turnhalle gibt es einen Bewegungsparcours.',
      '<ul><li>10.00 Uhr: Begrüßung in der Aula, es singt der Schulchor</li><li>10.30 Uhr: Schnupperstunden und Führungen</li><li>12.00 Uhr: Fragerunde mit der Schulleitung</li></ul>',
      'Für Kaffee, Kuchen und Kinderbetreuung ist gesorgt.',
    ],
  },
  {
    ...plainItem,
    key: 'lateness',
    title: 'Buslinie 12 fährt bis auf Weiteres eine Umleitung',
    daysAgo: 0,
    is_public: true,
    is_official: true,
    paragraphs: (day) => [
      'Wegen einer Baustelle in der Mühlgasse hält die Linie 12 zurzeit nicht an der Haltestelle „Lindenhof“. Der Ersatzhalt liegt 200 Meter weiter vor der Stadtbücherei.',
      `Der Verkehrsbetrieb rechnet damit, dass die Strecke ab ${day(9)} wieder frei ist. Wer wegen der Umleitung später kommt, meldet sich bitte kurz bei der Lehrkraft der ersten Stunde; eine Entschuldigung ist nicht nötig.`,
    ],
  },
  {
    ...plainItem,
    key: 'run',
    title: '4.318 Runden für den guten Zweck',
    daysAgo: 5,
    picture: 'track',
    alt: 'Rote Laufbahn im Abendlicht',
    is_public: true,
    paragraphs: () => [
      'Was für ein Tag: Beim Spendenlauf auf dem Sportplatz haben alle Klassen zusammen 4.318 Runden geschafft. Das sind 1.727 Kilometer, ungefähr von Amselfeld bis ans Mittelmeer.',
      'Am weitesten lief die 8b mit durchschnittlich 11,4 Runden pro Kopf. Den Wanderpokal holt sich zum dritten Mal in Folge das Kollegium. Die Revanche ist angekündigt.',
      'Die eine Hälfte der Spenden geht an die Tafel Amselfeld, die andere Hälfte in neue Spielgeräte für den Schulhof. Danke an alle, die gelaufen sind, gezählt und angefeuert haben!',
    ],
  },
  {
    ...plainItem,
    key: 'library',
    title: 'Bücherei: 240 neue Bücher und längere Öffnungszeiten',
    daysAgo: 8,
    picture: 'library',
    alt: 'Regale voller bunter Bücher',
    is_public: true,
    paragraphs: () => [
      'Der Förderverein hat es möglich gemacht: In den Regalen stehen 240 neue Titel, darunter viele Comics, Sachbücher und Romane auf Englisch, Türkisch, Ukrainisch und Spanisch.',
      'Ab sofort ist die Bücherei montags bis donnerstags bis 15.30 Uhr geöffnet. In den Mittagspausen beaufsichtigt das Büchereiteam aus Jahrgang 9 die Leseecke.',
      'Wer sich ein Buch wünscht, schreibt den Titel auf die Wunschliste neben der Tür.',
    ],
  },
  {
    ...plainItem,
    key: 'concert',
    title: 'Chor und Orchester proben für das Konzert',
    daysAgo: 11,
    picture: 'music',
    alt: 'Bunte Noten auf geschwungenen Linien',
    is_public: true,
    paragraphs: (day) => [
      'Von der Filmmusik bis zum Streichquartett: Für das Konzert haben sich Chor, Orchester und Schulband ein gemeinsames Programm vorgenommen. Zum Schluss stehen 90 Musikerinnen und Musiker zusammen auf der Bühne.',
      `Das Probenwochenende beginnt am ${day(13)} direkt nach der sechsten Stunde. Die Packliste liegt im Musikraum 1 aus.`,
      'Noch gesucht werden zwei Posaunen und alle, die gern tief singen.',
    ],
  },
  {
    ...plainItem,
    key: 'robots',
    title: 'Robotik-AG fährt zum Landesfinale',
    daysAgo: 14,
    picture: 'robot',
    alt: 'Ein freundlicher Roboter vor Leiterbahnen',
    is_public: true,
    paragraphs: (day) => [
      'Mit dem Roboter „Gernegroß“ hat unser Team den Regionalwettbewerb gewonnen. Die Aufgabe: in zweieinhalb Minuten möglichst viele Bausteine sortieren, ohne vom Tisch zu fallen.',
      `Am ${day(20)} geht es weiter zum Landesfinale. Bis dahin bekommt „Gernegroß“ noch einen zweiten Greifarm und hoffentlich etwas mehr Geduld an der schiefen Ebene.`,
      'Herzlichen Glückwunsch an die sieben Tüftlerinnen und Tüftler aus den Jahrgängen 6 bis 9!',
    ],
  },
  {
    ...plainItem,
    key: 'conference',
    title: 'Elternsprechtag: Termine jetzt abstimmen',
    daysAgo: 4,
    is_official: true,
    is_pinned: true,
    paragraphs: (day) => [
      `Der nächste Elternsprechtag findet am ${day(10)} von 15 bis 19 Uhr statt. Jedes Gespräch dauert zehn Minuten.`,
      'Bitte geben Sie Ihren Kindern bis zum Wochenende die Wunschzeiten mit. Wer nicht kommen kann, vereinbart mit der Lehrkraft einen Termin am Telefon.',
      'In der Mensa verkauft die 11a Waffeln für die Kursfahrt.',
    ],
  },
  {
    ...plainItem,
    key: 'phones',
    title: 'Was die Schulkonferenz beschlossen hat',
    daysAgo: 9,
    is_official: true,
    paragraphs: () => [
      'Die Schulkonferenz hat in ihrer letzten Sitzung über drei Anträge entschieden:',
      '<ol><li>In der Mittagspause dürfen die Jahrgänge 9 bis 13 ihre Geräte im Lernzentrum benutzen.</li><li>Der Schulhof bekommt im hinteren Teil zwei neue Tischtennisplatten.</li><li>Die Projektwoche wird um einen Tag verlängert.</li></ol>',
      'Das Protokoll liegt im Sekretariat und kann dort gelesen werden.',
    ],
  },
  {
    ...plainItem,
    key: 'lost',
    title: 'Fundsachen: Die Kiste ist voll',
    daysAgo: 2,
    paragraphs: (day) => [
      'Elf Trinkflaschen, sieben Jacken, drei Brillen, ein einzelner Gummistiefel und ein Cellobogen warten beim Hausmeister auf ihre Besitzerinnen und Besitzer.',
      `Alles, was bis ${day(8)} nicht abgeholt ist, geht an die Kleiderkammer. Der Cellobogen natürlich nicht.`,
    ],
  },
  {
    ...plainItem,
    key: 'maths',
    title: 'Drei erste Preise bei der Mathe-Nacht',
    daysAgo: 18,
    paragraphs: () => [
      'Um Mitternacht rauchten noch die Köpfe: 64 Schülerinnen und Schüler haben bei der Mathe-Nacht gerechnet, geknobelt und gegen die Müdigkeit gepuzzelt.',
      'Erste Preise gehen an Teams aus der 6c, der 9a und der 12b. Alle anderen gewinnen die Erkenntnis, dass 37 eine sehr seltsame Zahl ist.',
    ],
  },
  {
    ...plainItem,
    key: 'exchange',
    title: 'Post aus der Partnerschule',
    daysAgo: 22,
    is_public: true,
    paragraphs: () => [
      'Unsere Partnerschule hat geschrieben: 18 Jugendliche möchten uns im Frühjahr besuchen und suchen Gastfamilien. Erfahrung ist nicht nötig, ein freies Bett und Neugier reichen.',
      'Die Anmeldung liegt im Sekretariat. Beim Infoabend erzählen Familien, die schon mitgemacht haben, wie es bei ihnen war.',
    ],
  },
];

/** One more item for the season, by month (0 = January). */
export function seasonalText(month: number): NewsText {
  const isGrowing = month >= 2 && month <= 8;
  return {
    ...plainItem,
    key: isGrowing ? 'garden' : 'autumn',
    daysAgo: 6,
    is_public: true,
    picture: isGrowing ? 'garden' : 'autumn',
    alt: isGrowing ? 'Beete mit jungen Pflanzen vor einem Gewächshaus' : 'Bäume mit buntem Laub an einem Weg',
    title: isGrowing
      ? 'Im Schulgarten wächst es um die Wette'
      : 'Die Lindenallee hat Pflegeeltern gesucht und gefunden',
    paragraphs: (day) =>
      isGrowing
        ? [
            'Radieschen, Zuckerschoten und sieben Sorten Tomaten: Die Garten-AG hat alle Beete bestellt. Im Gewächshaus stehen 140 Setzlinge, die gegossen werden wollen.',
            `Am ${day(5)} ist Tauschbörse. Wer eigene Pflanzen mitbringt, nimmt andere mit nach Hause.`,
          ]
        : [
            'Laub harken, Nistkästen säubern, Baumscheiben freihalten: Jede Klasse der Jahrgänge 5 bis 7 hat ab jetzt eine Linde, um die sie sich kümmert. Ein Schild mit dem Namen der Klasse hängt schon.',
            `Die erste gemeinsame Pflegestunde ist am ${day(5)} in der 5. und 6. Stunde. Handschuhe bitte mitbringen!`,
          ],
  };
}
