//! Endgames (残局): all hands open, who wins?
