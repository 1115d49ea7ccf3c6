import t from 'tap';
import { missingParts, requiredParts } from '../../bootstrap/requiredParts.js';

t.test('what was skipped for want of a required part is missing', async (t) => {
  const skipped = ['Redis: redis-server is not on PATH', 'faults: meilisearch, nginx not on PATH', 'Python: no x402'];
  t.strictSame(missingParts(skipped, requiredParts('redis, nginx')), skipped.slice(0, 2));
  t.strictSame(missingParts(skipped, requiredParts('chromium')), []);
  t.strictSame(missingParts(skipped, requiredParts('')), [], 'nothing is required unless asked for');
});

t.test('a part that is not known is an error, not a part that is always there', async (t) => {
  t.throws(() => requiredParts('redis,chrome'), /REQUIRE_PARTS names chrome; known are redis/);
});
