import { expect, it } from 'vitest';
import { publicReach, reachProblem } from '#api/kernel/network-reach.ts';

it.each([
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::1]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
])('%s is not a public address, however it is written', (url) => {
  expect(reachProblem(url, publicReach)).toBe('notPublic');
});

it.each([
  'https://8.8.8.8/',
  'https://1.1.1.1/',
  'https://172.15.255.255/',
  'https://223.255.255.255/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
])('%s is within reach', (url) => {
  expect(reachProblem(url, publicReach)).toBeUndefined();
});

it('leaves names within reach until they are resolved', () => {
  expect(reachProblem('https://localhost/', publicReach)).toBeUndefined();
});
