import { defineCommand } from '../defineCommand.js';

export const command = defineCommand({ options: {}, examples: [], run: async () => undefined });
