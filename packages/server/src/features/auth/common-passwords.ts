/**
 * Words that most of the passwords in published breaches consist of, in the languages of the product, in small letters without
 * accents; keyboard runs, repetitions and digits are recognised by rule.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwd pass passw kennwort losung contrasena contrasenia clave motdepasse parola sifre parolam sifrem
  secret geheim geheimnis secreto segreto gizli administrator administrador admin root user guest test tester testing
  default login welcome willkommen bienvenue bienvenido benvenuto hosgeldin letmein access master computer internet
  iloveyou ilovey lovely loveme love liebe ichliebedich teamo tequiero jetaime tiamo tiamoamore amore seniseviyorum schatz
  schatzi sweetheart princess prinzessin princesa princesse principessa prenses prince prinz angel engel angelo
  sunshine sonnenschein sonne sonnenblume flower blume butterfly schmetterling mariposa papillon farfalla kelebek
  monkey dragon drache tiger tigger shadow panther eagle phoenix unicorn einhorn pokemon pikachu minecraft fortnite
  roblox batman superman spiderman starwars harrypotter hogwarts football fussball futbol calcio soccer baseball
  basketball hockey liverpool arsenal chelsea barcelona realmadrid juventus inter milan galatasaray fenerbahce besiktas
  bayern borussia schalke dortmund werder hamburg berlin muenchen munchen koeln koln frankfurt istanbul ankara paris
  marseille madrid roma napoli kyiv kiev ukraine ukraina deutschland germany espana france italia turkiye
  michael michelle jennifer jessica jordan daniel daniela thomas robert andreas andrea martin martina stefan stephan
  alexander alexandra christian christina nicole sabrina sandra charlie maximilian sebastian benjamin florian
  hannah sophie laura julia lisa lena emma mehmet mustafa ahmet ayse fatma alejandro carlos fernando francesco
  giuseppe alessandro alessandra valentina nicolas camille oleksandr natasha svetlana
  sommer summer winter spring fruehling fruhling herbst autumn verano invierno estate inverno primavera hiver ete
  januar februar maerz april juni juli august september oktober november dezember january february march june july
  october december monday montag friday freitag sunday sonntag
  schule school schuler schueler lehrer lehrerin teacher student pupil klasse unterricht stundenplan timetable hausaufgabe
  gymnasium realschule grundschule gesamtschule escuela colegio ecole college lycee scuola liceo okul ogrenci ogretmen shkola
  kreide chalk tafel pausenhof ferien holiday vacation vacaciones vacances vacanze tatil
  hallo hello hola bonjour ciao merhaba pryvit privet cheese chocolate schokolade cookie cookies banana banane orange apple
  pepper ginger coffee kaffee whatever nothing trustno trustnoone freedom freiheit liberty superstar rockstar blink
  killer hacker ninja samurai mustang ferrari porsche mercedes corvette harley yamaha samsung iphone google facebook
  instagram youtube tiktok snapchat whatsapp windows microsoft android familie family mutter vater mama papa baby babygirl
  changeme changeit temporary temp letme openup sesame qwertyui asdfasdf zaqwsx qazwsx qazwsxedc onetwothree abcabc`.split(
    /\s+/,
  ),
);

/** Rows of the keyboards in use, and the alphabet: runs of them are typed without a thought. */
export const RUNS: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjklöä',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgb',
  'йцукенгшщзхї',
  'фівапролджє',
  'ячсмитьбю',
];
