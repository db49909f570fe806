/** First names of many origins with the sex that forms of address use. Everybody named from these lists is invented. */
const FEMALE =
  'Ada Aylin Amira Annika Beatriz Carlotta Chiara Clara Dilara Elif Emilia Esma Fatima Finja Frida Greta Hanna Ida Ines Irina Jana Johanna Juna Kalina Katarzyna Lale Lea Leyla Lina Luisa Maja Malak Marlene Matilda Mei Mila Mina Naledi Nora Oksana Olivia Paula Phuong Rania Romy Ronja Safiya Selin Sofia Sora Tamar Thea Tilda Valentina Viktoria Wanda Yara Yuna Zeynep Zofia'.split(
    ' ',
  );
const MALE =
  'Adrian Ali Anton Arda Arthur Bela Bilal Bruno Can Carl Damian Danylo David Emil Emre Enno Fabio Felix Finn Florian Hamza Henri Ibrahim Ilja Jakob Jannis Jaro Jonas Julian Karim Keno Kian Lasse Leo Levi Linus Luca Malik Marek Mats Mehdi Milan Mikael Nael Niklas Noah Omar Oskar Pablo Paul Piet Quentin Rafael Rune Samuel Silas Taha Theo Tobias Vincent Yannick Yusuf'.split(
    ' ',
  );
const FAMILY =
  'Abendroth Adebayo Aksoy Albers Almeida Anders Arslan Bachmeier Balogun Barthel Beckhaus Bellini Berger Birkner Bittner Bogdanova Brandis Buchholz Bülow Çelik Christiansen Costa Dahlke Demir Deniz Diallo Dittmar Dombrowski Drexler Dumitru Ebersbach Eggert Ehlers Eichinger Erdmann Esposito Falkner Farahani Feldkamp Ferrari Fiedler Figueroa Förster Franzen Fuchs Gajewski Gehrmann Georgiou Gerlach Glasner Grabowski Grünwald Güler Haddad Hagedorn Hansen Hartwig Hasanović Heidkamp Hellwig Hoang Hollmann Holzapfel Horvath Hussaini Ihde Ivanenko Jablonski Jahnke Jansen Jovanović Kaminski Karaca Kästner Kavak Kemper Khalil Kirchhoff Klemens Kowalczyk Krämer Kravchenko Kühnel Lachmann Lam Lehnert Lindqvist Löffler Lorenzen Mahmoudi Malinowski Marchetti Marten Mbeki Melnyk Mertens Mohr Monteiro Nakamura Nasser Nguyen Niehaus Nikolaidis Nowotny Obermann Oduya Okafor Ostermann Özkan Palmer Papadakis Pavlenko Peeters Petrović Pfeiffer Pham Pohlmann Popescu Quandt Rahimi Ramirez Reinders Rieger Rosenthal Rossi Rüter Sahin Salehi Sander Santoro Schaaf Schirmer Schlüter Schwarzkopf Sedlak Seidler Shevchenko Sommerfeld Stadler Steinbeck Suzuki Szymański Tahiri Teichmann Thielen Tran Uhlig Ulusoy Ustinov Vasquez Vogelsang Wagenknecht Wallner Weidemann Wessels Wilken Wiśniewski Wörner Yamada Yıldız Zander Zeller Zhang Zielke Zimmer'.split(
    ' ',
  );

const TEACHERS =
  'f Helene Ahrensburg|m Konrad Amsel|f Yasemin Aydoğan|m Ruben Bäumler|f Carina Benthien|m Matteo Bonfanti|f Ulrike Brinkhoff|m Jürgen Buschkamp|f Olena Chornenko|m Cem Dağdelen|f Friederike Dornbusch|m Lothar Eckstein|f Miriam Elsner|m Tarek El-Khatib|f Sabine Falkenried|m Georg Finkeldey|f Inga Fröhling|m Adam Gawlik|f Dorothea Grotjahn|m Simon Hainbuch|f Nadine Hasselbach|m Volker Heimann|f Zehra Hürkan|m Anselm Imhoff|f Svenja Jessen|m Boris Juhnke|f Pia Kaltenbach|m Hauke Kerkhoff|f Magda Kopczyk|m Rainer Kreutzfeld|f Anneliese Lauterbach|m Enzo Lombardo|f Birgit Lüdenbach|m Thilo Marquardsen|f Chinwe Mbanefo|m Detlef Meinardus|f Rosalie Minnerop|m Karsten Nettelbeck|f Lucía Oliveros|m Frederik Osterloh|f Jutta Pappelheim|m Stefan Quellmann|f Gesine Rabenhorst|m Ömer Saygın|f Franziska Schellhorn|m Uwe Schönfelder|f Ivana Stojković|m Leonard Tannhoff|f Monika Thalheim|m Duy Truong|f Verena Uhlenbrock|m Philipp Vahrenhold|f Claudia Wachsmuth|m Björn Westerkamp|f Tabea Wiesengrund|m Arne Winterfeldt|f Petra Wolkenhauer|m Ignacio Zamora|f Elke Zieglowski|m Henrik Zumbusch'.split(
    '|',
  );

export type Sex = 'FEMALE' | 'MALE';

/** The sixty names of the staff. */
export const TEACHER_NAMES = TEACHERS.map((entry) => {
  const [sex, firstname = '', lastname = ''] = entry.split(' ');
  return { sex: (sex === 'f' ? 'FEMALE' : 'MALE') as Sex, firstname, lastname };
});

export const FIRST_NAMES: Readonly<Record<Sex, readonly string[]>> = { FEMALE, MALE };
export const FAMILY_NAMES: readonly string[] = FAMILY;

const PLAIN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
};

/** A name as used in usernames and file ids: lower-case ASCII letters, digits, dots and hyphens. */
export function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßıłøđ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9.-]/g, '');
}
