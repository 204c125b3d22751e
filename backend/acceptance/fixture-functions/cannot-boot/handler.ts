throw new Error('the key of the assistant is hunter2')
