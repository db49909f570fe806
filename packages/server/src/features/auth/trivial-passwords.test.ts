import { expect, it } from 'vitest';
import { isTrivialPassword } from './trivial-passwords.ts';

const OWN = ['ada.kern', 'Ada', 'Kern', 'Lindenhof-Gymnasium Amselfeld', 'linden'];
const isTrivial = (password: string) => isTrivialPassword(password, OWN);

it('what published breaches are full of is trivial, with digits and signs around it or in the place of letters', () => {
  for (const password of [
    'password',
    'Passwort1',
    'P@ssw0rd!',
    'passwort123',
    'Schatzi2010',
    '123hallo',
    'Sommer2026!',
  ])
    expect(isTrivial(password), password).toBe(true);
  for (const password of ['Fußball1', 'contraseña', 'ILoveYou', 'motdepasse1', 'letmein1', 'Schule123', 'Prinzessin'])
    expect(isTrivial(password), password).toBe(true);
});

it('runs of the keyboard, repetitions, numbers and dates are trivial', () => {
  for (const password of [
    'qwertz123',
    '1q2w3e4r',
    '12345678',
    '87654321',
    'abcd1234',
    'asdfghjk',
    'йцукенгш',
    'qwertyui',
  ])
    expect(isTrivial(password), password).toBe(true);
  for (const password of ['aaaaaaaa', 'abababab', '11111111', '1212121212', '24.12.2010', '01022011', '        '])
    expect(isTrivial(password), password).toBe(true);
});

it('what everybody knows of the account is trivial: username, names and the school, as such and a little longer', () => {
  for (const password of [
    'ada.kern',
    'Ada.Kern1',
    'kern2010',
    'AdaKern!',
    'kernada',
    'lindenhof',
    'Lindenhof2026',
    'linden12',
  ])
    expect(isTrivial(password), password).toBe(true);
  expect(isTrivialPassword('ada.kern1', [])).toBe(false);
});

it('what people make up, programs generate and several words are not', () => {
  for (const password of [
    'correct horse battery',
    'chalk and cheese',
    'another right password 7!',
    'kreide-demo-2026x',
  ])
    expect(isTrivial(password), password).toBe(false);
  for (const password of [
    'g7#Kw2!pQz',
    'Amsel trägt Hut',
    'hTz4-vk9s-11aP',
    'blaue Giraffe',
    '8dj3kfl2',
    'Wolkenkratzer',
  ])
    expect(isTrivial(password), password).toBe(false);
});
