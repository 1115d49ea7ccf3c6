import { Type } from '@sinclair/typebox';

/** Schema options of a plain decimal, for parameters with their own description. */
export const decimal = {
  pattern: '^[0-9]{1,20}(\\.[0-9]{1,18})?$',
  description: 'A plain decimal number written as a string: up to 20 digits before the point and 18 after it.',
  examples: ['0.01'],
  expected:
    'a plain decimal number as a string, such as "0.01": not negative, no exponent, up to 20 digits before the point and 18 after it',
};

/** A plain decimal: no sign, no exponent, up to 20 digits before the point and 18 after it. */
export const Decimal = Type.String(decimal);
