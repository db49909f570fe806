import type { WrittenArticle } from './articles.ts';

/** How much more a word counts where it stands: in the title, among the words for the search, in the text. */
const WEIGHT = { title: 6, words: 4, text: 1 } as const;
/** Words shorter than that say nothing. */
const WORD_MINIMUM = 3;
/** From so many letters on the ending of a word may differ. */
const STEM_FROM = 6;
const ENDING = 2;
/** What has less than that share of the best result is left out. */
const WORTH = 0.34;

/** Small letters without marks, so that `Prufung` finds `Prüfung` and a Turkish keyboard is not needed for Turkish. */
const fold = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ß', 'ss');

/** The words of a text, each once. */
export const toWords = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= WORD_MINIMUM),
  ),
];

function meets(word: string, wanted: string): boolean {
  if (word.startsWith(wanted)) return true;
  const stem = wanted.length >= STEM_FROM ? wanted.slice(0, -ENDING) : wanted;
  return wanted.length >= STEM_FROM && word.startsWith(stem);
}

const partsOf = ({ title, words, blocks }: WrittenArticle) => ({
  title: toWords(title),
  words: toWords(words),
  text: toWords(blocks.flatMap(({ lines }) => lines).join(' ')),
});

/**
 * The articles in which the words of a search stand, the best first. A rare word counts more than one that stands in many
 * articles, so that whole questions find something too; a search without any word finds all.
 */
export function searchArticles<Article extends WrittenArticle>(
  articles: readonly Article[],
  search: string,
): Article[] {
  const wanted = toWords(search);
  if (wanted.length === 0) return search.trim() === '' ? [...articles] : [];
  const read = articles.map((article) => ({ article, parts: partsOf(article), score: 0 }));
  for (const word of wanted) {
    const points = read.map(({ parts }) =>
      (['title', 'words', 'text'] as const).reduce(
        (sum, part) => sum + (parts[part].some((one) => meets(one, word)) ? WEIGHT[part] : 0),
        0,
      ),
    );
    const found = points.filter((one) => one > 0).length;
    const rarity = Math.log(1 + articles.length / Math.max(found, 1)) - Math.log(2);
    read.forEach((one, index) => {
      one.score += (points[index] ?? 0) * rarity;
    });
  }
  const best = Math.max(...read.map(({ score }) => score));
  return read
    .filter(({ score }) => score > 0 && score >= best * WORTH)
    .toSorted((one, other) => other.score - one.score)
    .map(({ article }) => article);
}
