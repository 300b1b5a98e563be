/** Between two pieces of work a browser draws, and answers a finger. */
export const nextTask = () => new Promise<void>((goOn) => setTimeout(goOn));
