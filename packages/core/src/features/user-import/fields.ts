import { foldHeader } from './fold.ts';

/** What a column of a people file can be about. `child_…` columns may repeat: the first of each is the first child. */
export const PERSON_FIELDS = [
  'role',
  'external_id',
  'lastname',
  'firstname',
  'full_name',
  'birth_date',
  'sex',
  'class',
  'shortcut',
  'email',
  'phone',
  'leaves_at',
  'status',
  'language',
  'child_id',
  'child_lastname',
  'child_firstname',
  'child_class',
  'g1_id',
  'g1_lastname',
  'g1_firstname',
  'g1_email',
  'g1_phone',
  'g1_relation',
  'g1_custody',
  'g2_id',
  'g2_lastname',
  'g2_firstname',
  'g2_email',
  'g2_phone',
  'g2_relation',
  'g2_custody',
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

const words = (text: string) => text.split(' ');

/** Header words as they are left by `foldHeader`, in the languages and programs that school offices use. */
const WORDS: Readonly<Partial<Record<PersonField, readonly string[]>>> = {
  role: words('role rolle benutzertyp accounttyp typ personentyp usertype'),
  external_id: words(
    'id interneidnummer eindeutigenummer guid guidextern externeidnummer externeidnr schuelerid schueleridentnummer schuelerstammid schueleridesz schueleruid schuelerkennzahl lokalesdifferenzierungsmerkmal zeigeraufstammidschueler schluessel fremdschluessel externkey externekennung importid referenzid sid sisid studentid studentnumber sourcedid ine idnational identifiantunique noidescolar upn ogrencino idosw externalid externeid',
  ),
  lastname: words(
    'nachname familienname name zuname schuelernachname slrnachname sname longname lastname surname familyname nomdefamille nomeleve nom cognome apellidos nazwisko soyadi прізвище nomresponsable nomfamilleresponsable',
  ),
  firstname: words(
    'rufname vorname schuelerrufname schuelervorname slrvorname svorname forename firstname givenname preferredfirstname preferredgivenname prenom premierprenom prenomeleve prenomresponsable nome nombre imie adi імя vornamen allevornamen',
  ),
  birth_date: words(
    'geburtsdatum geburtstag gebdat 16gebdat schuelergeburtsdatum sgeburtsdatum birthdate birthday dob datenaissance datedenaissance datadinascita datanascita fechadenacimiento dataur dogumtarihi',
  ),
  sex: words('geschlecht schuelergeschlecht sgeschlecht gender sex sexe sesso sexo plec cinsiyeti cinsiyet стать'),
  class: words(
    'klasse 4klasse klassenklassenbezeichnung klaklassennamen klassebezeichnung gruppebezeichnung klasseklassengruppe klassename kname gruppenklasse division libelleclasse unidad classe classes klassen class oddzial sinif sube клас cohort1',
  ),
  shortcut: words('kuerzel lehrerkuerzel shortcut teachercode'),
  email: words(
    'email mail emailadresse emailadresseschuelerin emailprivat emailschulisch emailschule emaildienstlich semail schueleremail addressemail courriel',
  ),
  phone: words('telefon telefonnummer mobil handy phone mobile addressmobile addressphone telephone telefono smobil'),
  leaves_at: words('entlassdatum austritt austrittsdatum abgangam exitdate datesortie 45entldatum saustrittdatum'),
  language: words('sprache language langue idioma lingua dil мова briefsprache korrespondenzsprache'),
  child_id: words('kindid schuelerextid childid studentexternalid eleveid'),
  child_lastname: words('nomdefamilleenfant kindnachname childlastname'),
  child_firstname: words('prenomenfant kindvorname childfirstname'),
  child_class: words('classesenfants kindklasse childclass'),
};

const FIELD_BY_WORD = new Map<string, PersonField>();
for (const field of PERSON_FIELDS) {
  // What a status means only its program knows.
  if (field !== 'status') FIELD_BY_WORD.set(foldHeader(field), field);
  for (const word of WORDS[field] ?? []) FIELD_BY_WORD.set(word, field);
}

const GUARDIAN_PARTS: readonly (readonly [suffix: string, words: readonly string[]])[] = [
  ['id', words('id guid schluessel')],
  ['lastname', words('nachname familienname name lastname surname cognome nom')],
  ['firstname', words('vorname rufname firstname forename nome prenom')],
  ['email', words('email mail emailadresse courriel')],
  ['phone', words('telefon telefonnummer tel1 mobil handy phone mobile telefonprivat')],
  ['relation', words('art rolle relation typ erzieherart')],
];
const PERSONS =
  'erzieher|erz|perz|erzb|person|genitore|tutor|elternteil|guardian|parent|sorgeberechtigter|ansprechpartner|contact';
const NUMBERED = [
  new RegExp(`^(?:${PERSONS})(?<number>[12])(?<part>.+)$`),
  /^(?<number>[12])person(?<part>.+)$/,
  new RegExp(`^(?<part>.+?)(?:${PERSONS})?(?<number>[12])(?:person)?$`),
];
const BY_PARENT = [/^(?:mutter|mother)(?<part>.+)$/, /^(?:vater|father)(?<part>.+)$/];

function guardianField(folded: string): PersonField | null {
  const found = NUMBERED.map((pattern) => pattern.exec(folded)?.groups);
  const parents = BY_PARENT.map((pattern, index) => {
    const part = pattern.exec(folded)?.groups?.part;
    return part === undefined ? undefined : { number: String(index + 1), part };
  });
  for (const groups of [...found, ...parents]) {
    const part = GUARDIAN_PARTS.find(([, known]) => known.includes(groups?.part ?? ''));
    if (groups && part) return `g${groups.number}_${part[0]}` as PersonField;
  }
  return null;
}

/**
 * Columns that are never read unless somebody names them: national numbers, health, religion, origin, fees, passwords.
 * Their headers are told to whoever imports.
 */
const SENSITIVE =
  /ahv|pesel|kimlik|sozialvers|svnr|codicefiscale|^dni|dnipasaporte|ssn|ausweisnummer|religi|konfession|bekenntnis|gesundheit|health|krank|impf|masern|medical|arzt|behinder|handicap|foerder(bedarf|schwerpunkt)|nationali|staatsang|aussiedler|migration|herkunft|geburtsland|muttersprache|umgangssprache|verkehrssprache|bafoeg|ethnic|^race|racecodes|racetwo|americanindian|africanamerican|pacificislander|^(asian|white)$|countryofbirth|birthcountry|socialsecurity|securitesociale|seguridadsocial|^nir$|cittadinanza|staatsbuerger|citizenship|uyruk|contrasena|motdepasse|sifre|пароль|громадян|passwor|kennwort|passwd|pwd/;

export function isSensitiveHeader(header: string): boolean {
  return SENSITIVE.test(foldHeader(header));
}

/** The field that a header is about; null: unknown, or none that is read. */
export function fieldOfHeader(header: string): PersonField | null {
  const folded = foldHeader(header);
  if (folded === '' || SENSITIVE.test(folded)) return null;
  return FIELD_BY_WORD.get(folded) ?? guardianField(folded);
}
