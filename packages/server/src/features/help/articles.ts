import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAQ_ARTICLE_NAMES, FAQ_ARTICLES, type FaqArticle, type FaqBlock } from '@kreide/core/features/help';
import type { Language, TextAddress, Translate } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';

/** An article in one language, with words by which people look for it though it does not say them. */
export interface WrittenArticle extends FaqArticle {
  readonly words: string;
}

const FOLDER = join(import.meta.dirname, 'articles');

/**
 * Reads an article: `# title`, `words: …`, then paragraphs, steps (`1. `) and points (`- `). `[[auth:forgot.link]]` is the
 * name of a button as the product writes it now.
 */
export function parseArticle(text: string, t: Translate): Pick<WrittenArticle, 'title' | 'words' | 'blocks'> {
  const said = text.replace(/\[\[([\w:.-]+)\]\]/g, (_, address) => (t as (key: TextAddress) => string)(address));
  const [head = '', words = '', ...body] = said.trim().split('\n');
  const blocks: FaqBlock[] = [];
  for (const part of body.join('\n').split(/\n\s*\n/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    const [first] = lines;
    if (first === undefined) continue;
    const kind = /^\d+\. /.test(first) ? 'steps' : first.startsWith('- ') ? 'points' : 'text';
    blocks.push({ kind, lines: kind === 'text' ? [lines.join(' ')] : lines.map((line) => line.replace(/^\S+ /, '')) });
  }
  return { title: head.replace(/^# /, ''), words: words.replace(/^words: */, ''), blocks };
}

/**
 * All articles of a language, in their order. They are part of a release, so each language is read once: when somebody asks in it, since
 * a start would wait for hundreds of files of which most are not asked for.
 */
export function readArticles(texts: Texts): (language: Language) => readonly WrittenArticle[] {
  const read = new Map<Language, readonly WrittenArticle[]>();
  return (language) => {
    const articles = read.get(language) ?? readLanguage(language, texts.for(language));
    read.set(language, articles);
    return articles;
  };
}

function readLanguage(language: Language, t: Translate): readonly WrittenArticle[] {
  return FAQ_ARTICLE_NAMES.map((article) => ({
    article,
    category: FAQ_ARTICLES[article].category,
    ...parseArticle(readFileSync(join(FOLDER, language, `${article}.md`), 'utf8'), t),
  }));
}
