import t from 'tap';
import { isAllowedAddress, readPorts } from '../dist/index.js';

const open = ['8.8.8.8', '93.184.216.34', '2606:4700::1111'];
const privateOnes = ['127.0.0.1', '127.9.9.9', '10.1.1.1', '172.16.0.1', '192.168.1.1', '::1', 'fd00:ec2::254'];
const closed = [
  '0.0.0.0',
  '0.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
];

t.test('only public addresses are open, and private ones by request', async (t) => {
  for (const address of open) t.ok(isAllowedAddress(address), address);
  for (const address of [...privateOnes, ...closed]) t.notOk(isAllowedAddress(address), address);
  for (const address of [...open, ...privateOnes]) t.ok(isAllowedAddress(address, { allowPrivate: true }), address);
  for (const address of closed) t.notOk(isAllowedAddress(address, { allowPrivate: true }), address);
});

t.test('ports are a list of numbers and ranges', async (t) => {
  const isAllowed = readPorts('80, 443,8000-8999');
  t.same(
    [79, 80, 443, 7999, 8000, 8999, 9000].map((port) => isAllowed?.(port)),
    [false, true, true, false, true, true, false],
  );
  for (const text of ['', 'http', '0', '80-', '9-8', '1-65536']) t.equal(readPorts(text), undefined, text);
});
