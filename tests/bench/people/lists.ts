const LASTNAMES = [
  'Bäumler',
  'Groß',
  'Мельник',
  'Şahin',
  'Čapková',
  'Schmidt',
  'Wieland',
  'Nguyễn',
  'Al-Sayed',
  "O'Brien",
];
const FIRSTNAMES = ['Jörg', 'Anna-Lena', 'Olena', 'Yiğit', 'Petra', 'Zoë', 'Łukasz', 'Ana María', 'Mehmet', 'Ida'];

const CLASSES = ['5a', '5b', '6a', '6b', '7a', '7b', '8a', '8b', '9a', '9b'];

/** The class of a pupil by number; in the list of the next year they are in another. */
export const classOf = (index: number, later: number): string => CLASSES[(index + later) % CLASSES.length] as string;

/** A pupil by number: the same number is the same child, names come again and dates differ. */
export function pupilOf(index: number) {
  const birth = new Date(Date.UTC(2010, 0, 1 + (index % 3000)));
  return {
    external_id: `S-${100_000 + index}`,
    lastname: `${LASTNAMES[index % LASTNAMES.length]}${Math.floor(index / 100)}`,
    firstname: FIRSTNAMES[Math.floor(index / LASTNAMES.length) % FIRSTNAMES.length] as string,
    birth_date: birth.toISOString().slice(0, 10),
  };
}

const HEAD =
  'ID;Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail;Erzieher 2: Nachname;Erzieher 2: Vorname;Erzieher 2: E-Mail';

/** A list of pupils with two guardians each as a school office writes it; two children are a family. */
export function listOf(from: number, count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const index = from + at;
    const { external_id, lastname, firstname, birth_date } = pupilOf(index);
    const family = index >> 1;
    const [year, month, day] = birth_date.split('-');
    return [
      external_id,
      lastname,
      firstname,
      `${day}.${month}.${year}`,
      classOf(index, 1),
      `${LASTNAMES[family % LASTNAMES.length]}${family}`,
      'Uta',
      `uta.${family}@home.example`,
      `${LASTNAMES[family % LASTNAMES.length]}${family}`,
      'Kim',
      `kim.${family}@home.example`,
    ].join(';');
  });
  return `${[HEAD, ...rows].join('\n')}\n`;
}
