import { expect, it } from 'vitest';
import { startTranslationService } from '../../../../../tests/support/translation-service.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createTranslator } from './translator.ts';

it('translates by the protocol of the service, and asks once for the same text [C-7.56]', async () => {
  await using service = await startTranslationService();
  const translator = createTranslator(service);
  expect(translator.host).toBe(new URL(service.url).host);
  expect((await translator.languages()).map(({ code }) => code)).toEqual(['de', 'en', 'uk']);
  const texts = ['Guten Tag', 'Morgen ist frei'];
  expect(await translator.translate(texts, 'uk')).toEqual(['[uk] Guten Tag', '[uk] Morgen ist frei']);
  expect(await translator.translate(texts, 'uk')).toEqual(['[uk] Guten Tag', '[uk] Morgen ist frei']);
  expect(await translator.translate(texts, 'en')).toEqual(['[en] Guten Tag', '[en] Morgen ist frei']);
  expect(service.asked.map(({ target }) => target)).toEqual(['uk', 'en']);
});

it('says what failed without telling the text or the key', async () => {
  await using service = await startTranslationService();
  const wrong = createTranslator({ url: service.url, key: 'no-such-key' });
  const failure = await wrong.translate(['Geheimes'], 'en').catch((error: Error) => error.message);
  expect(failure).toBe('/translate: status 403');
  await expect(createTranslator(service).translate(['Hallo'], 'xx')).rejects.toThrow('/translate: status 400');
  service.isDown = true;
  await expect(createTranslator(service).languages()).rejects.toThrow('/languages: status 500');
  await expect(createTranslator({ url: 'http://127.0.0.1:9', key: null }).languages()).rejects.toThrow('no answer');
});

it('is off without an address, and takes no address that is readable on the way [D-4.02]', () => {
  expect(readConfig({}).translator).toBeNull();
  const env = { KREIDE_TRANSLATE_URL: 'https://translate.example.org/', KREIDE_TRANSLATE_KEY: 'hidden' };
  expect(readConfig(env).translator).toEqual({ url: 'https://translate.example.org', key: 'hidden' });
  for (const url of ['http://translate.example.org', 'https://user:hidden@translate.example.org', 'nowhere'])
    expect(() => readConfig({ ...env, KREIDE_TRANSLATE_URL: url })).toThrow(ConfigError);
});
