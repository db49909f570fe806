import { expect, it } from 'vitest';
import { type Bridge, createNative } from './native.ts';
import { fromWrapperAddress, toWrapperAddress } from './wrapper-address.ts';

it('another program opens in the wrapper the end of a sign-in, and nothing else [P-2.25]', () => {
  const path = '/sso-verify/amsel?code=a%2Fb&state=s';
  expect(toWrapperAddress('kreide', path)).toBe('kreide://sso-verify/amsel?code=a%2Fb&state=s');
  expect(fromWrapperAddress('kreide', toWrapperAddress('kreide', path))).toBe(path);
  for (const foreign of [
    'kreide://settings/self/account',
    'kreide://sso-verify/amsel/../../feed?code=a',
    'kreide://sso-verify/amsel',
    'kreide:////evil.example/sso-verify/amsel?code=a',
    'other://sso-verify/amsel?code=a',
    'kreidx://sso-verify/amsel?code=a',
    'https://sso-verify/amsel?code=a',
    'javascript://sso-verify/amsel?code=a',
  ])
    expect(fromWrapperAddress('kreide', foreign), foreign).toBeNull();
});

it('an address that opens the wrapper is heard, by whichever of the two phones; in a browser there is none [P-2.25]', () => {
  const heard: string[] = [];
  for (const platform of ['ios', 'android', 'web']) {
    const listeners: ((opened: { url: string }) => void)[] = [];
    const App = {
      getInfo: async () => ({ version: '4.0.10' }),
      addListener: (_: 'appUrlOpen', hear: (opened: { url: string }) => void) => void listeners.push(hear),
    };
    const bridge: Bridge = { getPlatform: () => platform, Plugins: { App } };
    createNative(bridge).whenOpened((address) => heard.push(`${platform} ${address}`));
    for (const hear of listeners) hear({ url: 'kreide://sso-verify/amsel?code=a' });
  }
  createNative({ getPlatform: () => 'ios', Plugins: {} }).whenOpened(() => heard.push('never'));
  expect(heard).toEqual(['ios kreide://sso-verify/amsel?code=a', 'android kreide://sso-verify/amsel?code=a']);
});
