import { type Random, randomOf } from './random.ts';

/** Size of every picture. */
export const PICTURE_SIZE = { width: 1200, height: 675 };

const { width: W, height: H } = PICTURE_SIZE;

interface Stop {
  at: number;
  color: string;
}

const r = (value: number) => Math.round(value * 10) / 10;

function gradient(id: string, stops: readonly Stop[], direction = 'x1="0" y1="0" x2="0" y2="1"'): string {
  const rows = stops.map(({ at, color }) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return `<linearGradient id="${id}" ${direction}>${rows}</linearGradient>`;
}

const sky = (top: string, bottom: string) => ({
  defs: gradient('sky', [
    { at: 0, color: top },
    { at: 1, color: bottom },
  ]),
  body: `<rect width="${W}" height="${H}" fill="url(#sky)"/>`,
});

/** A hilly strip from its crest down to the lower edge. */
function hills(random: Random, top: number, swing: number, color: string): string {
  let path = `M0 ${H} L0 ${r(top)}`;
  for (let x = 0; x < W; x += 200) {
    const [a, b] = [top - swing * random.next(), top + swing * (random.next() - 0.4)];
    path += ` C${x + 70} ${r(a)} ${x + 130} ${r(b)} ${x + 200} ${r(top + swing * (random.next() - 0.5))}`;
  }
  return `<path d="${path} L${W} ${H} Z" fill="${color}"/>`;
}

function dots(
  random: Random,
  count: number,
  area: { y: number; height: number },
  size: number,
  color: string,
  opacity: number,
): string {
  return Array.from({ length: count }, () => {
    const [x, y, radius] = [random.next() * W, area.y + random.next() * area.height, size * (0.4 + random.next())];
    return `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${color}" opacity="${r(opacity * (0.5 + random.next()))}"/>`;
  }).join('');
}

/** Beams of coloured light over a stage and the heads of an audience. */
function stage(random: Random): string {
  const base = sky('#1b1036', '#3b1d5e');
  const colors = ['#ff7ab6', '#ffd166', '#7ae7ff', '#b69cff', '#ff9f5a'];
  const beams = colors.map((color, i) => {
    const [x, lean] = [160 + i * 220, (random.next() - 0.5) * 420];
    const path = `M${x - 14} 0 L${x + 14} 0 L${r(x + lean + 150)} 560 L${r(x + lean - 150)} 560 Z`;
    return `<path d="${path}" fill="url(#beam${i})"/><ellipse cx="${r(x + lean)}" cy="560" rx="150" ry="26" fill="${color}" opacity=".35"/>`;
  });
  const defs = colors.map(
    (color, i) =>
      `<linearGradient id="beam${i}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${color}" stop-opacity=".85"/><stop offset="1" stop-color="${color}" stop-opacity=".04"/></linearGradient>`,
  );
  const heads = Array.from({ length: 17 }, (_, i) => {
    const [x, y] = [i * 75 + random.next() * 30, 628 + random.next() * 24];
    return `<circle cx="${r(x)}" cy="${r(y)}" r="27"/><path d="M${r(x - 52)} ${H} q52 -66 104 0 Z"/>`;
  });
  const lamps = colors.map(
    (_, i) => `<rect x="${138 + i * 220}" y="-6" width="44" height="34" rx="8" fill="#0d0820"/>`,
  );
  return svg(
    base.defs + defs.join(''),
    `${base.body}<rect y="540" width="${W}" height="140" fill="#2a1140"/>${beams.join('')}${lamps.join('')}${dots(random, 60, { y: 40, height: 440 }, 2.4, '#fff', 0.5)}<g fill="#0d0820">${heads.join('')}</g>`,
  );
}

function tree(random: Random, x: number, ground: number, scale: number, colors: readonly string[]): string {
  const trunk = `<path d="M${r(x - 9 * scale)} ${ground} L${r(x - 4 * scale)} ${r(ground - 150 * scale)} L${r(x + 4 * scale)} ${r(ground - 150 * scale)} L${r(x + 9 * scale)} ${ground} Z" fill="#5a3a28"/>`;
  const crown = Array.from({ length: 11 }, (_, i) => {
    const angle = (i / 11) * Math.PI * 2;
    const [dx, dy] = [Math.cos(angle) * 58 * scale * random.next(), Math.sin(angle) * 62 * scale * random.next()];
    const radius = (34 + random.next() * 26) * scale;
    return `<circle cx="${r(x + dx)}" cy="${r(ground - 205 * scale + dy)}" r="${r(radius)}" fill="${random.pick(colors)}" opacity=".9"/>`;
  });
  return trunk + crown.join('');
}

/** An avenue in autumn colours. */
function autumn(random: Random): string {
  const base = sky('#fde6c4', '#f7b267');
  const colors = ['#d1495b', '#edae49', '#e4761b', '#c44900', '#f2c14e', '#9c3d2e'];
  const trees = [
    [140, 500, 1],
    [330, 480, 0.8],
    [505, 465, 0.6],
    [700, 465, 0.6],
    [880, 480, 0.8],
    [1070, 505, 1.05],
  ].map(([x = 0, ground = 0, scale = 1]) => tree(random, x, ground, scale, colors));
  const path = `<path d="M470 ${H} C540 590 585 520 600 470 C615 520 690 590 790 ${H} Z" fill="#e8cfa6"/>`;
  return svg(
    base.defs,
    `${base.body}<circle cx="600" cy="250" r="120" fill="#fff3d6" opacity=".8"/>${hills(random, 420, 60, '#d98e4a')}${hills(random, 470, 40, '#a8612f')}${path}${trees.join('')}${random
      .shuffled(colors)
      .map((color) => dots(random, 16, { y: 480, height: 190 }, 7, color, 0.8))
      .join('')}`,
  );
}

/** Flasks with coloured liquids on a bench. */
function laboratory(random: Random): string {
  const base = sky('#e7f6f8', '#b8e0e6');
  const flask = (x: number, scale: number, color: string) => {
    const outline = 'M-26 -250 L-26 -150 L-100 0 Q-108 20 -84 20 L84 20 Q108 20 100 0 L26 -150 L26 -250 Z';
    const liquid = 'M-62 -76 L-100 0 Q-108 20 -84 20 L84 20 Q108 20 100 0 L62 -76 Q30 -92 0 -76 T-62 -76 Z';
    const bubbles = Array.from({ length: 8 }, () => {
      const [cx, cy] = [(random.next() - 0.5) * 90, -60 + random.next() * 60];
      return `<circle cx="${r(cx)}" cy="${r(cy)}" r="${r(3 + random.next() * 7)}" fill="#fff" opacity=".55"/>`;
    });
    return `<g transform="translate(${x} 520) scale(${scale})"><path d="${liquid}" fill="${color}"/>${bubbles.join('')}<path d="${outline}" fill="#ffffff" fill-opacity=".28" stroke="#2b5d6b" stroke-width="6" stroke-linejoin="round"/><rect x="-36" y="-264" width="72" height="18" rx="9" fill="#2b5d6b"/><path d="M-60 -30 L-40 -80" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".7"/></g>`;
  };
  const tubes = ['#f25f5c', '#ffe066', '#70c1b3', '#9d79d6'].map((color, i) => {
    const x = 800 + i * 74;
    return `<path d="M${x} 430 h34 v74 a17 17 0 0 1 -34 0 Z" fill="${color}"/><path d="M${x} 300 h34 v204 a17 17 0 0 1 -34 0 Z" fill="#fff" fill-opacity=".35" stroke="#2b5d6b" stroke-width="5"/>`;
  });
  return svg(
    base.defs,
    `${base.body}${dots(random, 24, { y: 30, height: 400 }, 34, '#ffffff', 0.28)}<rect y="540" width="${W}" height="140" fill="#2f4858"/><rect y="534" width="${W}" height="16" fill="#436a7c"/>${flask(220, 1, '#33a1a8')}${flask(470, 1.28, '#f79256')}${flask(670, 0.72, '#7d5ba6')}<rect x="778" y="380" width="300" height="16" rx="8" fill="#8a5a44"/>${tubes.join('')}<rect x="778" y="516" width="300" height="24" rx="8" fill="#8a5a44"/>`,
  );
}

/** Lanes of a running track in evening light. */
function track(random: Random): string {
  const base = sky('#2d3a8c', '#f58f7c');
  const lanes = Array.from({ length: 9 }, (_, i) => {
    const x = -500 + i * 275;
    return `<path d="M${r(600 + (i - 4) * 22)} 330 L${x - 8} ${H} L${x + 8} ${H} L${r(601.5 + (i - 4) * 22)} 330 Z" fill="#fff" opacity=".85"/>`;
  });
  const lights = [120, 1080].map(
    (x) =>
      `<rect x="${x - 4}" y="120" width="8" height="220" fill="#1d2255"/><rect x="${x - 50}" y="92" width="100" height="34" rx="6" fill="#1d2255"/>${[-36, -12, 12, 36].map((dx) => `<circle cx="${x + dx}" cy="109" r="9" fill="#fff4c9"/>`).join('')}<circle cx="${x}" cy="109" r="110" fill="#fff4c9" opacity=".14"/>`,
  );
  return svg(
    base.defs +
      gradient('lane', [
        { at: 0, color: '#b5403a' },
        { at: 1, color: '#d8573c' },
      ]),
    `${base.body}<circle cx="600" cy="320" r="90" fill="#ffe1a8" opacity=".9"/>${hills(random, 300, 40, '#57407c')}${hills(random, 325, 22, '#3c2f66')}<rect y="326" width="${W}" height="349" fill="#3f7d58"/><path d="M505 330 L-640 ${H} L1840 ${H} L697 330 Z" fill="url(#lane)"/>${lanes.join('')}${lights.join('')}`,
  );
}

/** Shelves of books in many colours and a lamp. */
function library(random: Random): string {
  const base = sky('#f4ece1', '#e3d3bd');
  const colors = ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#6d597a', '#b56576', '#355070', '#81b29a'];
  const shelf = (y: number) => {
    let books = '';
    for (let x = 20; x < W - 40; ) {
      const [width, height] = [20 + random.next() * 30, 110 + random.next() * 62];
      if (random.chance(0.06)) {
        x += 46;
        continue;
      }
      const color = random.pick(colors);
      books += `<rect x="${r(x)}" y="${r(y - height)}" width="${r(width)}" height="${r(height)}" rx="3" fill="${color}"/><rect x="${r(x + 5)}" y="${r(y - height + 18)}" width="${r(width - 10)}" height="7" fill="#fff" opacity=".45"/>`;
      x += width + 3;
    }
    return `${books}<rect y="${y}" width="${W}" height="18" fill="#8d6748"/><rect y="${y + 18}" width="${W}" height="7" fill="#5e432d" opacity=".35"/>`;
  };
  return svg(
    base.defs,
    `${base.body}${[200, 420, 640].map(shelf).join('')}<path d="M860 0 v96" stroke="#2f2a26" stroke-width="6"/><path d="M780 176 q80 -120 160 0 Z" fill="#d1495b"/><path d="M780 176 L640 ${H} L1080 ${H} L940 176 Z" fill="#fff2c4" opacity=".22"/>`,
  );
}

/** Strings of instruments and notes as waves. */
function music(random: Random): string {
  const base = sky('#0f3d4c', '#17697a');
  const waves = Array.from({ length: 5 }, (_, i) => {
    const y = 215 + i * 62;
    return `<path d="M-20 ${y} C250 ${y - 120} 420 ${y + 130} 640 ${y} S1000 ${y - 130} 1220 ${y + 20}" fill="none" stroke="#ffe8c2" stroke-width="4" opacity="${r(0.9 - i * 0.1)}"/>`;
  });
  const note = (x: number, y: number, color: string, scale: number) =>
    `<g transform="translate(${r(x)} ${r(y)}) scale(${scale}) rotate(-8)"><ellipse rx="34" ry="25" fill="${color}"/><rect x="26" y="-150" width="9" height="150" fill="${color}"/><path d="M35 -150 q60 22 44 92 q-8 -46 -44 -54 Z" fill="${color}"/></g>`;
  const colors = ['#ffb703', '#fb8500', '#8ecae6', '#ff6f91', '#f8f4e3', '#9bde7e'];
  const notes = colors.map((color, i) =>
    note(130 + i * 190, 290 + random.next() * 220, color, 0.8 + random.next() * 0.5),
  );
  return svg(
    base.defs,
    `${base.body}${dots(random, 30, { y: 0, height: H }, 46, '#5fb3bf', 0.12)}${waves.join('')}${notes.join('')}`,
  );
}

/** Rows of young plants before a glasshouse. */
function garden(random: Random): string {
  const base = sky('#cdeffa', '#f3fbe3');
  const rows = [455, 520, 600].map((y, row) => {
    const plants = Array.from({ length: 15 - row * 2 }, (_, i) => {
      const [x, size] = [50 + i * (80 + row * 14), 16 + row * 8];
      const leaf = (side: number) =>
        `<path d="M${x} ${y} q${side * size} ${-size * 1.6} ${side * size * 1.7} ${-size * 0.4} q${-side * size} ${size * 0.5} ${-side * size * 1.7} ${size * 0.4} Z" fill="#4d9f4a"/>`;
      const bloom = random.chance(0.4)
        ? `<circle cx="${x}" cy="${r(y - size * 1.5)}" r="${r(size * 0.45)}" fill="${random.pick(['#ff8fa3', '#ffd166', '#c77dff', '#ff9f1c'])}"/>`
        : '';
      return `<rect x="${x - 2}" y="${r(y - size * 1.3)}" width="4" height="${r(size * 1.3)}" fill="#3c7d3a"/>${leaf(1)}${leaf(-1)}${bloom}`;
    });
    return `<rect y="${y - 6}" width="${W}" height="${34 + row * 12}" fill="${['#8a5a3b', '#7b4e32', '#6b422a'][row]}"/>${plants.join('')}`;
  });
  const house = `<g stroke="#5b8c9a" stroke-width="6" fill="#e8fbff" fill-opacity=".75"><path d="M720 400 V250 L880 160 L1040 250 V400 Z"/><path d="M720 250 H1040 M800 400 V205 M880 400 V160 M960 400 V205" fill="none"/></g>`;
  return svg(
    base.defs,
    `${base.body}<circle cx="190" cy="140" r="78" fill="#ffe08a"/>${hills(random, 370, 50, '#a7d58b')}${hills(random, 410, 30, '#7fbf6a')}${house}${rows.join('')}`,
  );
}

/** A robot on a circuit board. */
function robot(random: Random): string {
  const base = sky('#10243f', '#1f4e79');
  const wires = Array.from({ length: 16 }, () => {
    const [x, y] = [random.int(24) * 50, random.int(13) * 52];
    const [dx, dy] = [(1 + random.int(5)) * 50 * (random.chance(0.5) ? 1 : -1), (1 + random.int(3)) * 52];
    return `<path d="M${x} ${y} h${dx} v${dy}" fill="none" stroke="#3f8ac0" stroke-width="4" opacity=".55"/><circle cx="${x}" cy="${y}" r="8" fill="#5fc9f8" opacity=".8"/><circle cx="${x + dx}" cy="${y + dy}" r="8" fill="#5fc9f8" opacity=".8"/>`;
  });
  const body =
    '<g transform="translate(600 350)"><path d="M0 -205 v-50" stroke="#d7e6f2" stroke-width="8"/><circle cy="-264" r="18" fill="#ffb703"/><rect x="-150" y="-205" width="300" height="200" rx="46" fill="#e9f1f7"/><rect x="-112" y="-165" width="224" height="112" rx="36" fill="#16324f"/><circle cx="-52" cy="-110" r="24" fill="#5fe3c0"/><circle cx="52" cy="-110" r="24" fill="#5fe3c0"/><path d="M-40 -32 q40 26 80 0" fill="none" stroke="#16324f" stroke-width="9" stroke-linecap="round"/><rect x="-110" y="16" width="220" height="180" rx="34" fill="#c9d8e4"/><circle cx="-44" cy="76" r="17" fill="#fb8500"/><circle cx="10" cy="76" r="17" fill="#ffb703"/><rect x="-62" y="120" width="124" height="16" rx="8" fill="#7f9bb3"/><rect x="-182" y="30" width="56" height="140" rx="28" fill="#aebfce"/><rect x="126" y="30" width="56" height="140" rx="28" fill="#aebfce"/><rect x="-86" y="196" width="62" height="74" rx="16" fill="#8ba3b8"/><rect x="24" y="196" width="62" height="74" rx="16" fill="#8ba3b8"/></g>';
  return svg(
    base.defs,
    `${base.body}${wires.join('')}<ellipse cx="600" cy="628" rx="230" ry="26" fill="#0a1a2e" opacity=".6"/>${body}`,
  );
}

function svg(defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}"><defs>${defs}</defs>${body}</svg>`;
}

const PAINTERS = { stage, autumn, laboratory, track, library, music, garden, robot };

/** Names of the pictures. */
export type PictureName = keyof typeof PAINTERS;

/** The drawings as SVG, the same on every run. */
export function demoDrawings(): Record<PictureName, string> {
  const entries = Object.entries(PAINTERS).map(([name, paint]) => [name, paint(randomOf(`picture ${name}`))]);
  return Object.fromEntries(entries);
}

/** The pictures of the demo news as WebP, 1200 × 675, each below 60 kB. */
export async function demoPictures(): Promise<Map<PictureName, Uint8Array<ArrayBuffer>>> {
  // Loaded only where pictures are made: a server that already has them does not need it.
  const { default: sharp } = await import('sharp');
  const pictures = new Map<PictureName, Uint8Array<ArrayBuffer>>();
  for (const [name, drawing] of Object.entries(demoDrawings())) {
    pictures.set(
      name as PictureName,
      new Uint8Array(await sharp(Buffer.from(drawing)).webp({ quality: 82 }).toBuffer()),
    );
  }
  return pictures;
}
