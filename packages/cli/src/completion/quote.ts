/** Text as one word of bash, zsh or fish: in single quotes, which a summary itself therefore cannot hold. */
export const quote = (text: string) => `'${text.replaceAll("'", '’')}'`;
